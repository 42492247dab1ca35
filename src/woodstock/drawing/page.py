"""A match as one self-contained page: a picture for each step, arrow keys to go through them. Everything that others
wrote is escaped, and the page may load nothing and run nothing but its own few lines."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from woodstock.printable import one_line


@dataclass(frozen=True, slots=True)
class Step:
    """One position of a match: what led to it, and its picture."""

    caption: str
    svg: str
    notes: tuple[str, ...] = ()


_STYLE = """
:root{color-scheme:light dark;font-family:system-ui,sans-serif}
body{margin:1.5rem auto;max-width:75rem;padding:0 1rem}
figure{margin:0}figure[hidden]{display:none}
nav{display:flex;gap:.5rem;align-items:center;margin:.75rem 0}
nav button{font-size:1rem;padding:.25rem .75rem}
input{flex:1}svg{max-width:100%;height:auto}
p{margin:.25rem 0}.note{opacity:.7}
"""

_SCRIPT = """
const steps=[...document.querySelectorAll('figure')];
const bar=document.querySelector('input');
const count=document.querySelector('output');
let at=0;
function show(step){
  at=Math.max(0,Math.min(steps.length-1,step));
  steps.forEach((one,number)=>{one.hidden=number!==at});
  bar.value=at;count.value=at+' / '+(steps.length-1);
}
document.addEventListener('keydown',event=>{
  const steps_by={ArrowRight:1,ArrowLeft:-1,ArrowDown:1,ArrowUp:-1,PageDown:10,PageUp:-10};
  if(event.key in steps_by){show(at+steps_by[event.key]);event.preventDefault()}
  if(event.key==='Home'){show(0);event.preventDefault()}
  if(event.key==='End'){show(steps.length-1);event.preventDefault()}
});
bar.addEventListener('input',()=>show(+bar.value));
document.querySelector('#back').addEventListener('click',()=>show(at-1));
document.querySelector('#on').addEventListener('click',()=>show(at+1));
show(0);
"""


def _digest(text: str) -> str:
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


def page(title: str, about: Sequence[str], steps: Sequence[Step]) -> str:
    """The page of a match."""
    # Pictures bring style sheets of their own, so styles may be inline; of scripts only ours may run.
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src {_digest(_SCRIPT)}; base-uri 'none'"
    figures: list[str] = []
    for number, step in enumerate(steps):
        notes = "".join(f'<p class="note">{escape(one_line(note))}</p>' for note in step.notes)
        hidden = "" if number == 0 else " hidden"
        figures.append(
            f"<figure{hidden}><figcaption><p>{escape(one_line(step.caption))}</p>{notes}</figcaption>{step.svg}</figure>"
        )
    lines = "".join(f"<p>{escape(one_line(line))}</p>" for line in about)
    last = len(steps) - 1
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(policy, quote=True)}">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape(one_line(title))}</title><style>{_STYLE}</style></head><body>"
        f"<h1>{escape(one_line(title))}</h1>{lines}"
        '<nav><button id="back" aria-label="back">◀</button>'
        f'<input type="range" min="0" max="{last}" value="0" aria-label="step">'
        f'<button id="on" aria-label="on">▶</button><output>0 / {last}</output></nav>'
        f"{''.join(figures)}<script>{_SCRIPT}</script></body></html>\n"
    )
