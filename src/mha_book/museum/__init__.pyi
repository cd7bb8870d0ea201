from .beside import Exhibit as Exhibit, exhibit as exhibit
from .draw import room as room
from .rooms import ROOMS as ROOMS
from .verdicts import survey as survey
from .wing import wing as wing
