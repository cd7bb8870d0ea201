"""Attention as it is written elsewhere: the same formula, in the forms that are in use.

Each is rewritten after a widely read source, with its names and its way to be called.
"""

import math
from types import SimpleNamespace

import torch
from torch import Tensor, nn
from torch.nn import functional as F


class TimmAttention(nn.Module):
    """As in timm's vision transformers."""

    def __init__(self, dim, num_heads=8, qkv_bias=False, attn_drop=0.0, proj_drop=0.0):
        super().__init__()
        self.num_heads = num_heads
        self.scale = (dim // num_heads) ** -0.5
        self.qkv = nn.Linear(dim, dim * 3, bias=qkv_bias)
        self.attn_drop = nn.Dropout(attn_drop)
        self.proj = nn.Linear(dim, dim)
        self.proj_drop = nn.Dropout(proj_drop)

    def forward(self, x):
        B, N, C = x.shape
        qkv = self.qkv(x).reshape(B, N, 3, self.num_heads, C // self.num_heads)
        q, k, v = qkv.permute(2, 0, 3, 1, 4).unbind(0)
        attn = (q * self.scale) @ k.transpose(-2, -1)
        attn = attn.softmax(dim=-1)
        attn = self.attn_drop(attn)
        x = (attn @ v).transpose(1, 2).reshape(B, N, C)
        return self.proj_drop(self.proj(x))


class MinGPTCausalSelfAttention(nn.Module):
    """As in minGPT: a fused projection and a triangle in a buffer."""

    def __init__(self, config):
        super().__init__()
        assert config.n_embd % config.n_head == 0
        self.c_attn = nn.Linear(config.n_embd, 3 * config.n_embd)
        self.c_proj = nn.Linear(config.n_embd, config.n_embd)
        self.attn_dropout = nn.Dropout(config.attn_pdrop)
        self.resid_dropout = nn.Dropout(config.resid_pdrop)
        size = config.block_size
        self.register_buffer(
            "bias", torch.tril(torch.ones(size, size)).view(1, 1, size, size)
        )
        self.n_head = config.n_head
        self.n_embd = config.n_embd

    def forward(self, x):
        B, T, C = x.size()
        q, k, v = self.c_attn(x).split(self.n_embd, dim=2)
        k = k.view(B, T, self.n_head, C // self.n_head).transpose(1, 2)
        q = q.view(B, T, self.n_head, C // self.n_head).transpose(1, 2)
        v = v.view(B, T, self.n_head, C // self.n_head).transpose(1, 2)
        att = (q @ k.transpose(-2, -1)) * (1.0 / math.sqrt(k.size(-1)))
        att = att.masked_fill(self.bias[:, :, :T, :T] == 0, float("-inf"))
        att = F.softmax(att, dim=-1)
        att = self.attn_dropout(att)
        y = att @ v
        y = y.transpose(1, 2).contiguous().view(B, T, C)
        return self.resid_dropout(self.c_proj(y))


class NanoGPTCausalSelfAttention(nn.Module):
    """As in nanoGPT: the fused kernel hides the future."""

    def __init__(self, config):
        super().__init__()
        self.c_attn = nn.Linear(config.n_embd, 3 * config.n_embd, bias=config.bias)
        self.c_proj = nn.Linear(config.n_embd, config.n_embd, bias=config.bias)
        self.resid_dropout = nn.Dropout(config.dropout)
        self.n_head = config.n_head
        self.n_embd = config.n_embd
        self.dropout = config.dropout

    def forward(self, x):
        B, T, C = x.size()
        q, k, v = self.c_attn(x).split(self.n_embd, dim=2)
        k = k.view(B, T, self.n_head, C // self.n_head).transpose(1, 2)
        q = q.view(B, T, self.n_head, C // self.n_head).transpose(1, 2)
        v = v.view(B, T, self.n_head, C // self.n_head).transpose(1, 2)
        y = F.scaled_dot_product_attention(
            q,
            k,
            v,
            attn_mask=None,
            dropout_p=self.dropout if self.training else 0,
            is_causal=True,
        )
        y = y.transpose(1, 2).contiguous().view(B, T, C)
        return self.resid_dropout(self.c_proj(y))


class PhilAttention(nn.Module):
    """As lucidrains writes it: a norm first, `to_qkv`, an inner width of its own."""

    def __init__(self, dim, heads=8, dim_head=64, dropout=0.0):
        super().__init__()
        inner_dim = dim_head * heads
        self.heads = heads
        self.scale = dim_head**-0.5
        self.norm = nn.LayerNorm(dim)
        self.attend = nn.Softmax(dim=-1)
        self.dropout = nn.Dropout(dropout)
        self.to_qkv = nn.Linear(dim, inner_dim * 3, bias=False)
        self.to_out = nn.Sequential(nn.Linear(inner_dim, dim), nn.Dropout(dropout))

    def forward(self, x, mask=None):
        x = self.norm(x)
        qkv = self.to_qkv(x).chunk(3, dim=-1)
        q, k, v = (t.unflatten(-1, (self.heads, -1)).transpose(1, 2) for t in qkv)
        dots = torch.matmul(q, k.transpose(-1, -2)) * self.scale
        if mask is not None:
            dots = dots.masked_fill(~mask[:, None, None, :], -torch.finfo(x.dtype).max)
        attn = self.attend(dots)
        attn = self.dropout(attn)
        out = torch.matmul(attn, v)
        out = out.transpose(1, 2).flatten(2)
        return self.to_out(out)


class PhilCrossAttention(nn.Module):
    """As lucidrains writes it for Perceivers: `to_q`, `to_kv` and a context."""

    def __init__(self, query_dim, context_dim=None, heads=8, dim_head=64):
        super().__init__()
        inner_dim = dim_head * heads
        context_dim = context_dim or query_dim
        self.scale = dim_head**-0.5
        self.heads = heads
        self.to_q = nn.Linear(query_dim, inner_dim, bias=False)
        self.to_kv = nn.Linear(context_dim, inner_dim * 2, bias=False)
        self.to_out = nn.Linear(inner_dim, query_dim)

    def forward(self, x, context=None, mask=None):
        q = self.to_q(x)
        context = x if context is None else context
        k, v = self.to_kv(context).chunk(2, dim=-1)
        q, k, v = (t.unflatten(-1, (self.heads, -1)).transpose(1, 2) for t in (q, k, v))
        sim = torch.einsum("bhid,bhjd->bhij", q, k) * self.scale
        if mask is not None:
            sim.masked_fill_(~mask[:, None, None, :], -torch.finfo(sim.dtype).max)
        attn = sim.softmax(dim=-1)
        out = torch.einsum("bhij,bhjd->bhid", attn, v)
        return self.to_out(out.transpose(1, 2).flatten(2))


def attention(query, key, value, mask=None, dropout=None):
    """The annotated transformer's function."""
    d_k = query.size(-1)
    scores = torch.matmul(query, key.transpose(-2, -1)) / math.sqrt(d_k)
    if mask is not None:
        scores = scores.masked_fill(mask == 0, -1e9)
    p_attn = scores.softmax(dim=-1)
    if dropout is not None:
        p_attn = dropout(p_attn)
    return torch.matmul(p_attn, value), p_attn


class MultiHeadedAttention(nn.Module):
    """As in the annotated transformer: four layers in a list."""

    def __init__(self, h, d_model, dropout=0.1):
        super().__init__()
        self.d_k = d_model // h
        self.h = h
        self.linears = nn.ModuleList(nn.Linear(d_model, d_model) for _ in range(4))
        self.attn = None
        self.dropout = nn.Dropout(p=dropout)

    def forward(self, query, key, value, mask=None):
        if mask is not None:
            mask = mask.unsqueeze(1)
        nbatches = query.size(0)
        query, key, value = [
            lin(x).view(nbatches, -1, self.h, self.d_k).transpose(1, 2)
            for lin, x in zip(self.linears, (query, key, value), strict=False)
        ]
        x, self.attn = attention(query, key, value, mask=mask, dropout=self.dropout)
        x = x.transpose(1, 2).contiguous().view(nbatches, -1, self.h * self.d_k)
        return self.linears[-1](x)


class JadoreMultiHeadAttention(nn.Module):
    """As in attention-is-all-you-need-pytorch: with residual and norm inside."""

    def __init__(self, n_head, d_model, d_k, d_v, dropout=0.1):
        super().__init__()
        self.n_head = n_head
        self.d_k = d_k
        self.d_v = d_v
        self.w_qs = nn.Linear(d_model, n_head * d_k, bias=False)
        self.w_ks = nn.Linear(d_model, n_head * d_k, bias=False)
        self.w_vs = nn.Linear(d_model, n_head * d_v, bias=False)
        self.fc = nn.Linear(n_head * d_v, d_model, bias=False)
        self.dropout = nn.Dropout(dropout)
        self.layer_norm = nn.LayerNorm(d_model, eps=1e-6)

    def forward(self, q, k, v, mask=None):
        d_k, d_v, n_head = self.d_k, self.d_v, self.n_head
        sz_b, len_q, len_k, len_v = q.size(0), q.size(1), k.size(1), v.size(1)
        residual = q
        q = self.w_qs(q).view(sz_b, len_q, n_head, d_k).transpose(1, 2)
        k = self.w_ks(k).view(sz_b, len_k, n_head, d_k).transpose(1, 2)
        v = self.w_vs(v).view(sz_b, len_v, n_head, d_v).transpose(1, 2)
        attn = torch.matmul(q / d_k**0.5, k.transpose(2, 3))
        if mask is not None:
            attn = attn.masked_fill(mask.unsqueeze(1) == 0, -1e9)
        attn = self.dropout(F.softmax(attn, dim=-1))
        q = torch.matmul(attn, v).transpose(1, 2).contiguous().view(sz_b, len_q, -1)
        q = self.dropout(self.fc(q))
        q = q + residual
        return self.layer_norm(q), attn


class RasbtMultiHeadAttention(nn.Module):
    """As in LLMs from scratch."""

    def __init__(self, d_in, d_out, context_length, dropout, num_heads, qkv_bias=False):
        super().__init__()
        self.d_out = d_out
        self.num_heads = num_heads
        self.head_dim = d_out // num_heads
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.out_proj = nn.Linear(d_out, d_out)
        self.dropout = nn.Dropout(dropout)
        self.register_buffer(
            "mask", torch.triu(torch.ones(context_length, context_length), diagonal=1)
        )

    def forward(self, x):
        b, num_tokens, _ = x.shape
        keys = self.W_key(x)
        queries = self.W_query(x)
        values = self.W_value(x)
        keys = keys.view(b, num_tokens, self.num_heads, self.head_dim)
        values = values.view(b, num_tokens, self.num_heads, self.head_dim)
        queries = queries.view(b, num_tokens, self.num_heads, self.head_dim)
        keys = keys.transpose(1, 2)
        queries = queries.transpose(1, 2)
        values = values.transpose(1, 2)
        attn_scores = queries @ keys.transpose(2, 3)
        mask_bool = self.mask.bool()[:num_tokens, :num_tokens]
        attn_scores.masked_fill_(mask_bool, -torch.inf)
        attn_weights = torch.softmax(attn_scores / keys.shape[-1] ** 0.5, dim=-1)
        attn_weights = self.dropout(attn_weights)
        context_vec = (attn_weights @ values).transpose(1, 2)
        context_vec = context_vec.contiguous().view(b, num_tokens, self.d_out)
        return self.out_proj(context_vec)


class LectureHead(nn.Module):
    def __init__(self, n_embd, head_size, block_size):
        super().__init__()
        self.key = nn.Linear(n_embd, head_size, bias=False)
        self.query = nn.Linear(n_embd, head_size, bias=False)
        self.value = nn.Linear(n_embd, head_size, bias=False)
        self.register_buffer("tril", torch.tril(torch.ones(block_size, block_size)))

    def forward(self, x):
        _, T, _ = x.shape
        k = self.key(x)
        q = self.query(x)
        wei = q @ k.transpose(-2, -1) * k.shape[-1] ** -0.5
        wei = wei.masked_fill(self.tril[:T, :T] == 0, float("-inf"))
        wei = F.softmax(wei, dim=-1)
        return wei @ self.value(x)


class LectureMultiHead(nn.Module):
    """As in the lecture that builds GPT: heads in a list."""

    def __init__(self, n_embd, n_head, block_size):
        super().__init__()
        size = n_embd // n_head
        self.heads = nn.ModuleList(
            [LectureHead(n_embd, size, block_size) for _ in range(n_head)]
        )
        self.proj = nn.Linear(n_embd, n_embd)

    def forward(self, x):
        out = torch.cat([h(x) for h in self.heads], dim=-1)
        return self.proj(out)


class D2LMultiHeadAttention(nn.Module):
    """As in Dive into Deep Learning: lengths in place of a mask."""

    def __init__(self, num_hiddens, num_heads, dropout, bias=False):
        super().__init__()
        self.num_heads = num_heads
        self.dropout = nn.Dropout(dropout)
        self.W_q = nn.LazyLinear(num_hiddens, bias=bias)
        self.W_k = nn.LazyLinear(num_hiddens, bias=bias)
        self.W_v = nn.LazyLinear(num_hiddens, bias=bias)
        self.W_o = nn.LazyLinear(num_hiddens, bias=bias)

    def cut(self, X):
        X = X.reshape(X.shape[0], X.shape[1], self.num_heads, -1).permute(0, 2, 1, 3)
        return X.reshape(-1, X.shape[2], X.shape[3])

    def join(self, X):
        X = X.reshape(-1, self.num_heads, X.shape[1], X.shape[2]).permute(0, 2, 1, 3)
        return X.reshape(X.shape[0], X.shape[1], -1)

    def forward(self, queries, keys, values, valid_lens):
        queries = self.cut(self.W_q(queries))
        keys = self.cut(self.W_k(keys))
        values = self.cut(self.W_v(values))
        scores = torch.bmm(queries, keys.transpose(1, 2)) / queries.shape[-1] ** 0.5
        if valid_lens is not None:
            lengths = valid_lens.repeat_interleave(self.num_heads)[:, None, None]
            far = torch.arange(keys.shape[1]) >= lengths
            scores = scores.masked_fill(far, -1e6)
        weights = self.dropout(scores.softmax(-1))
        return self.W_o(self.join(torch.bmm(weights, values)))


class LlamaMetaAttention(nn.Module):
    """As Meta published Llama: complex turns, and shared keys and values."""

    def __init__(self, args):
        super().__init__()
        self.n_kv_heads = args.n_kv_heads
        self.n_heads = args.n_heads
        self.n_rep = self.n_heads // self.n_kv_heads
        self.head_dim = args.dim // args.n_heads
        self.wq = nn.Linear(args.dim, args.n_heads * self.head_dim, bias=False)
        self.wk = nn.Linear(args.dim, self.n_kv_heads * self.head_dim, bias=False)
        self.wv = nn.Linear(args.dim, self.n_kv_heads * self.head_dim, bias=False)
        self.wo = nn.Linear(args.n_heads * self.head_dim, args.dim, bias=False)

    def forward(self, x, freqs_cis, mask=None):
        bsz, seqlen, _ = x.shape
        xq, xk, xv = self.wq(x), self.wk(x), self.wv(x)
        xq = xq.view(bsz, seqlen, self.n_heads, self.head_dim)
        xk = xk.view(bsz, seqlen, self.n_kv_heads, self.head_dim)
        xv = xv.view(bsz, seqlen, self.n_kv_heads, self.head_dim)
        xq, xk = turned(xq, freqs_cis), turned(xk, freqs_cis)
        xk = xk.repeat_interleave(self.n_rep, dim=2)
        xv = xv.repeat_interleave(self.n_rep, dim=2)
        xq, xk, xv = (one.transpose(1, 2) for one in (xq, xk, xv))
        scores = torch.matmul(xq, xk.transpose(2, 3)) / math.sqrt(self.head_dim)
        if mask is not None:
            scores = scores + mask
        scores = F.softmax(scores.float(), dim=-1).type_as(xq)
        output = torch.matmul(scores, xv)
        output = output.transpose(1, 2).contiguous().view(bsz, seqlen, -1)
        return self.wo(output)


def turned(x: Tensor, freqs_cis: Tensor) -> Tensor:
    """Turn neighbours by complex numbers."""
    pairs = torch.view_as_complex(x.float().reshape(*x.shape[:-1], -1, 2))
    return torch.view_as_real(pairs * freqs_cis[:, None]).flatten(3).type_as(x)


class FormerSelfAttention(nn.Module):
    """As in the blog post *Transformers from scratch*: queries and keys both scaled."""

    def __init__(self, emb, heads=8, mask=False):
        super().__init__()
        self.emb = emb
        self.heads = heads
        self.mask = mask
        self.tokeys = nn.Linear(emb, emb, bias=False)
        self.toqueries = nn.Linear(emb, emb, bias=False)
        self.tovalues = nn.Linear(emb, emb, bias=False)
        self.unifyheads = nn.Linear(emb, emb)

    def forward(self, x):
        b, t, e = x.size()
        h = self.heads
        s = e // h
        keys = self.tokeys(x).view(b, t, h, s)
        queries = self.toqueries(x).view(b, t, h, s)
        values = self.tovalues(x).view(b, t, h, s)
        keys = keys.transpose(1, 2).contiguous().view(b * h, t, s)
        queries = queries.transpose(1, 2).contiguous().view(b * h, t, s)
        values = values.transpose(1, 2).contiguous().view(b * h, t, s)
        queries = queries / (s ** (1 / 4))
        keys = keys / (s ** (1 / 4))
        dot = torch.bmm(queries, keys.transpose(1, 2))
        if self.mask:
            ahead = torch.triu_indices(t, t, offset=1)
            dot[:, ahead[0], ahead[1]] = float("-inf")
        dot = F.softmax(dot, dim=2)
        out = torch.bmm(dot, values).view(b, h, t, s)
        out = out.transpose(1, 2).contiguous().view(b, t, s * h)
        return self.unifyheads(out)


class FairseqAttention(nn.Module):
    """As in fairseq: words first, queries scaled, a table for each head and text."""

    def __init__(self, embed_dim, num_heads):
        super().__init__()
        self.embed_dim = embed_dim
        self.num_heads = num_heads
        self.head_dim = embed_dim // num_heads
        self.scaling = self.head_dim**-0.5
        self.k_proj = nn.Linear(embed_dim, embed_dim)
        self.v_proj = nn.Linear(embed_dim, embed_dim)
        self.q_proj = nn.Linear(embed_dim, embed_dim)
        self.out_proj = nn.Linear(embed_dim, embed_dim)

    def forward(self, query, key, value, key_padding_mask=None, attn_mask=None):
        tgt_len, bsz, embed_dim = query.size()
        src_len = key.size(0)
        q = self.q_proj(query) * self.scaling
        k = self.k_proj(key)
        v = self.v_proj(value)
        q = q.contiguous().view(tgt_len, bsz * self.num_heads, -1).transpose(0, 1)
        k = k.contiguous().view(src_len, bsz * self.num_heads, -1).transpose(0, 1)
        v = v.contiguous().view(src_len, bsz * self.num_heads, -1).transpose(0, 1)
        attn_weights = torch.bmm(q, k.transpose(1, 2))
        if attn_mask is not None:
            attn_weights += attn_mask.unsqueeze(0)
        if key_padding_mask is not None:
            table = attn_weights.view(bsz, self.num_heads, tgt_len, src_len)
            hidden = key_padding_mask.unsqueeze(1).unsqueeze(2).to(torch.bool)
            table = table.masked_fill(hidden, float("-inf"))
            attn_weights = table.view(bsz * self.num_heads, tgt_len, src_len)
        probs = F.softmax(attn_weights, dim=-1)
        attn = torch.bmm(probs, v)
        attn = attn.transpose(0, 1).contiguous().view(tgt_len, bsz, embed_dim)
        weights = probs.view(bsz, self.num_heads, tgt_len, src_len).transpose(1, 0)
        return self.out_proj(attn), weights.mean(dim=0)


class RotarySelfAttention(nn.Module):
    """Causal, with rotary positions made in `forward`, and norms where one wants."""

    def __init__(self, dim, n_heads, normed=False):
        super().__init__()
        self.n_heads = n_heads
        self.q_proj = nn.Linear(dim, dim, bias=False)
        self.k_proj = nn.Linear(dim, dim, bias=False)
        self.v_proj = nn.Linear(dim, dim, bias=False)
        self.o_proj = nn.Linear(dim, dim, bias=False)
        width = dim // n_heads
        self.q_norm = nn.RMSNorm(width) if normed else nn.Identity()
        self.k_norm = nn.RMSNorm(width) if normed else nn.Identity()

    def turn(self, x):
        half = x.shape[-1] // 2
        speed = 10_000.0 ** (-torch.arange(half, dtype=x.dtype) / half)
        angle = torch.arange(x.shape[-2], dtype=x.dtype)[:, None] * speed
        one, two = x.chunk(2, dim=-1)
        cos, sin = angle.cos(), angle.sin()
        return torch.cat([one * cos - two * sin, two * cos + one * sin], dim=-1)

    def forward(self, x):
        q, k, v = (
            layer(x).unflatten(-1, (self.n_heads, -1)).transpose(1, 2)
            for layer in (self.q_proj, self.k_proj, self.v_proj)
        )
        q, k = self.turn(self.q_norm(q)), self.turn(self.k_norm(k))
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return self.o_proj(y.transpose(1, 2).flatten(2))


class RemembersAttention(RotarySelfAttention):
    """The same with a box for what was read: each word stands behind what is in it."""

    def turn(self, x, start=0):
        half = x.shape[-1] // 2
        speed = 10_000.0 ** (-torch.arange(half, dtype=x.dtype) / half)
        places = start + torch.arange(x.shape[-2], dtype=x.dtype)
        angle = places[:, None] * speed
        one, two = x.chunk(2, dim=-1)
        cos, sin = angle.cos(), angle.sin()
        return torch.cat([one * cos - two * sin, two * cos + one * sin], dim=-1)

    def forward(self, x, cache=None):
        q, k, v = (
            layer(x).unflatten(-1, (self.n_heads, -1)).transpose(1, 2)
            for layer in (self.q_proj, self.k_proj, self.v_proj)
        )
        start = 0 if cache is None else cache.length
        q, k = self.turn(q, start), self.turn(k, start)
        if cache is not None:
            k, v = cache.extend(k, v)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=cache is None)
        return self.o_proj(y.transpose(1, 2).flatten(2))


class SwinWindowAttention(nn.Module):
    """As in Swin: a window of words, and a table of biases by distance."""

    def __init__(self, dim, window_size, num_heads):
        super().__init__()
        self.window_size = window_size
        self.num_heads = num_heads
        self.scale = (dim // num_heads) ** -0.5
        high, wide = window_size
        sizes = ((2 * high - 1) * (2 * wide - 1), num_heads)
        self.relative_position_bias_table = nn.Parameter(torch.zeros(sizes))
        places = torch.cartesian_prod(torch.arange(high), torch.arange(wide))
        apart = places[:, None] - places + torch.tensor([high - 1, wide - 1])
        self.register_buffer(
            "relative_position_index", apart[..., 0] * (2 * wide - 1) + apart[..., 1]
        )
        self.qkv = nn.Linear(dim, dim * 3)
        self.proj = nn.Linear(dim, dim)

    def forward(self, x, mask=None):
        B_, N, C = x.shape
        qkv = self.qkv(x).reshape(B_, N, 3, self.num_heads, C // self.num_heads)
        q, k, v = qkv.permute(2, 0, 3, 1, 4)
        attn = (q * self.scale) @ k.transpose(-2, -1)
        bias = self.relative_position_bias_table[self.relative_position_index.view(-1)]
        attn = attn + bias.view(N, N, -1).permute(2, 0, 1).unsqueeze(0)
        if mask is not None:
            groups = mask.shape[0]
            attn = attn.view(B_ // groups, groups, self.num_heads, N, N)
            attn = (attn + mask.unsqueeze(1).unsqueeze(0)).view(
                -1, self.num_heads, N, N
            )
        attn = attn.softmax(dim=-1)
        return self.proj((attn @ v).transpose(1, 2).reshape(B_, N, C))


class TalkingHeads(nn.Module):
    """Heads talk to each other before and after the softmax: another function."""

    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.to_qkv = nn.Linear(dim, 3 * dim, bias=False)
        self.before = nn.Parameter(torch.randn(heads, heads))
        self.after = nn.Parameter(torch.randn(heads, heads))
        self.to_out = nn.Linear(dim, dim)

    def forward(self, x):
        cut = (t.unflatten(-1, (self.heads, -1)) for t in self.to_qkv(x).chunk(3, -1))
        q, k, v = (t.transpose(1, 2) for t in cut)
        dots = torch.einsum("bhid,bhjd->bhij", q, k) * q.shape[-1] ** -0.5
        dots = torch.einsum("bhij,hg->bgij", dots, self.before)
        attn = torch.einsum("bhij,hg->bgij", dots.softmax(dim=-1), self.after)
        return self.to_out((attn @ v).transpose(1, 2).flatten(2))


class LinearAttention(nn.Module):
    """Without a softmax: another function."""

    def __init__(self, dim, num_heads):
        super().__init__()
        self.num_heads = num_heads
        self.qkv, self.proj = nn.Linear(dim, 3 * dim), nn.Linear(dim, dim)

    def forward(self, x):
        cut = (t.unflatten(-1, (self.num_heads, -1)) for t in self.qkv(x).chunk(3, -1))
        q, k, v = (t.transpose(1, 2) for t in cut)
        q, k = F.elu(q) + 1, F.elu(k) + 1
        total = q @ (k.mT @ v) / (q @ k.sum(dim=-2)[..., None])
        return self.proj(total.transpose(1, 2).flatten(2))


class AlibiCausalAttention(nn.Module):
    """Scores fall with the distance; another function, and causal."""

    def __init__(self, dim, num_heads):
        super().__init__()
        self.num_heads = num_heads
        self.qkv, self.proj = nn.Linear(dim, 3 * dim), nn.Linear(dim, dim)

    def forward(self, x):
        words = torch.arange(x.shape[1])
        cut = (t.unflatten(-1, (self.num_heads, -1)) for t in self.qkv(x).chunk(3, -1))
        q, k, v = (t.transpose(1, 2) for t in cut)
        slopes = 2.0 ** -torch.arange(1, self.num_heads + 1)
        bias = -slopes[:, None, None] * (words[:, None] - words)
        bias = bias.masked_fill(words[:, None] < words, -math.inf)
        y = F.scaled_dot_product_attention(q, k, v, bias.to(x))
        return self.proj(y.transpose(1, 2).flatten(2))


class MultiQueryInEinsum(nn.Module):
    """As in the paper on one write-head: raw matrices for each head, in einsum."""

    def __init__(self, d, h, k):
        super().__init__()
        self.w_q = nn.Parameter(torch.randn(h, d, k))
        self.w_k = nn.Parameter(torch.randn(d, k))
        self.w_v = nn.Parameter(torch.randn(d, k))
        self.w_o = nn.Parameter(torch.randn(h * k, d))
        self.num_heads = h

    def forward(self, x, mask=None):
        q = torch.einsum("bnd,hdk->bhnk", x, self.w_q)
        k, v = x @ self.w_k, x @ self.w_v
        logits = torch.einsum("bhnk,bmk->bhnm", q, k) / math.sqrt(k.shape[-1])
        if mask is not None:
            logits = logits + mask
        o = torch.einsum("bhnm,bmk->bhnk", logits.softmax(-1), v)
        return o.transpose(1, 2).flatten(2) @ self.w_o


class AnswersInADictionary(TimmAttention):
    def forward(self, x):
        return {"last_hidden_state": super().forward(x), "words": x.shape[1]}


GPT = SimpleNamespace(
    n_embd=12,
    n_head=3,
    block_size=16,
    attn_pdrop=0.0,
    resid_pdrop=0.0,
    dropout=0.0,
    bias=True,
)
LLAMA = SimpleNamespace(dim=24, n_heads=6, n_kv_heads=3)


def lazy(layer: nn.Module) -> nn.Module:
    """Call a layer once, so that it knows its sizes."""
    x = torch.ones(1, 3, 12)
    layer(x, x, x, None)
    return layer


FORMS = {
    "timm": lambda kind=TimmAttention: kind(12, 3),
    "timm with biases": lambda kind=TimmAttention: kind(12, 3, qkv_bias=True),
    "minGPT": lambda kind=MinGPTCausalSelfAttention: kind(GPT),
    "nanoGPT": lambda kind=NanoGPTCausalSelfAttention: kind(GPT),
    "lucidrains": lambda kind=PhilAttention: kind(12, 3, 8),
    "lucidrains across": lambda kind=PhilCrossAttention: kind(12, heads=3, dim_head=8),
    "annotated": lambda kind=MultiHeadedAttention: kind(3, 12),
    "jadore": lambda kind=JadoreMultiHeadAttention: kind(3, 12, 4, 5),
    "rasbt": lambda kind=RasbtMultiHeadAttention: kind(12, 12, 16, 0.1, 3),
    "lecture": lambda kind=LectureMultiHead: kind(12, 3, 16),
    "d2l": lambda kind=D2LMultiHeadAttention: lazy(kind(12, 3, 0.1)),
    "llama by meta": lambda kind=LlamaMetaAttention: kind(LLAMA),
    "former": lambda kind=FormerSelfAttention: kind(12, 3),
    "former masked": lambda kind=FormerSelfAttention: kind(12, 3, True),
    "fairseq": lambda kind=FairseqAttention: kind(12, 3),
    "rotary": lambda kind=RotarySelfAttention: kind(12, 3),
    "rotary and normed": lambda kind=RotarySelfAttention: kind(12, 3, True),
    "remembers": lambda kind=RemembersAttention: kind(12, 3),
    "swin": lambda kind=SwinWindowAttention: kind(12, (2, 3), 3),
    "talking heads": lambda kind=TalkingHeads: kind(12, 3),
    "linear": lambda kind=LinearAttention: kind(12, 3),
    "alibi": lambda kind=AlibiCausalAttention: kind(12, 3),
    "one write-head": lambda kind=MultiQueryInEinsum: kind(12, 3, 4),
    "a dictionary": lambda kind=AnswersInADictionary: kind(12, 3),
}
