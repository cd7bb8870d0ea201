from .capstone import Standing as Standing, next_step as next_step
from .display.show import show as show
from .editor import Editor as Editor
from .examples import (
    FOUR_STEPS as FOUR_STEPS,
    HOW_ARE_YOU as HOW_ARE_YOU,
    STACKING as STACKING,
    THE_CAT_SAT as THE_CAT_SAT,
    TWO_HEADS as TWO_HEADS,
    YOUR_JOURNEY as YOUR_JOURNEY,
)
from .exercises import Exercises as Exercises, Progress as Progress
from .experiments.ablation import evaluate_copying as evaluate_copying
from .experiments.copying import (
    copying_model as copying_model,
    copying_task as copying_task,
)
from .experiments.language import (
    language_model as language_model,
    next_token_step as next_token_step,
    texts_of as texts_of,
)
from .experiments.news import news_model as news_model, news_task as news_task
from .experiments.token_before import (
    TokenBefore as TokenBefore,
    scores_by_distance as scores_by_distance,
    token_before_accuracy as token_before_accuracy,
    train_token_before as train_token_before,
    unseen_texts as unseen_texts,
)
from .explorers import (
    Answer as Answer,
    AttentionExplorer as AttentionExplorer,
    FaultFinder as FaultFinder,
    GradientInspector as GradientInspector,
    HeadBrowser as HeadBrowser,
    LearningExplorer as LearningExplorer,
    MapExplorer as MapExplorer,
    MaskExplorer as MaskExplorer,
    OwnSentence as OwnSentence,
    PositionExplorer as PositionExplorer,
    Record as Record,
    SentenceExplorer as SentenceExplorer,
    TensorLayoutExplorer as TensorLayoutExplorer,
    WriterExplorer as WriterExplorer,
)
from .in_numpy import to_numpy as to_numpy
from .results.benchmark import load_benchmark as load_benchmark, ratio as ratio
from .results.training import (
    accuracy_spread as accuracy_spread,
    curves as curves,
    runs_by_command as runs_by_command,
    stored_guesses as stored_guesses,
    stored_runs as stored_runs,
    with_model_names as with_model_names,
)
from .results.training.choices import compare_candidates as compare_candidates
from .results.training.published import CANDIDATES as CANDIDATES, POOLING as POOLING
from .teaching.cards.shown import RecallCards as RecallCards
