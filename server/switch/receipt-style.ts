const SHOWN = `#in-en:checked ~ main[lang="en"], #in-zh-cn:checked ~ main[lang="zh-cn"] { display: block }`

/** The look of a receipt. What is shown of its languages is chosen without a script. */
export const RECEIPT_STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d5d9e0, #3b414b); --soft: light-dark(#f4f6f9, #23272e) }
* { box-sizing: border-box }
body { font: 16px/1.6 system-ui, "PingFang SC", "Microsoft YaHei", sans-serif; max-width: 76rem; margin: 0 auto;
  padding: 1rem; color: light-dark(#1c2026, #e4e7ec); background: light-dark(#fff, #16191e) }
main { display: none }
${SHOWN}
body > input { position: absolute; opacity: 0 }
body > label { display: inline-block; padding: .2rem .8rem; margin: 0 .4rem .5rem 0; border: 1px solid var(--line);
  border-radius: .4rem; cursor: pointer }
body > input:checked + label { font-weight: 600; background: var(--soft); border-color: currentColor }
body > input:focus-visible + label { outline: 2px solid light-dark(#1759c4, #8ab4ff); outline-offset: 2px }
h1 { font-size: 1.6rem; line-height: 1.3; margin: .5rem 0 1rem }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem }
dl { display: grid; gap: .25rem; margin: 0 0 1rem }
dl div { display: grid; grid-template-columns: minmax(7rem, 14rem) 1fr; gap: 1rem }
dt { color: light-dark(#59616d, #a2abb8) }
dd { margin: 0; overflow-wrap: anywhere }
p.whole, p.broken { padding: .6rem 1rem; border-inline-start: .3rem solid light-dark(#1a7f45, #57c98a);
  background: var(--soft) }
p.broken { border-color: light-dark(#b3261e, #ff9a92) }
ul { padding-inline-start: 1.2rem }
li { overflow-wrap: anywhere; margin: .25rem 0 }
div[role="region"] { overflow-x: auto }
table { border-collapse: collapse; width: 100% }
th, td { border: 1px solid var(--line); padding: .3rem .6rem; text-align: start; vertical-align: top }
th { background: var(--soft); white-space: nowrap }
td { overflow-wrap: anywhere; min-width: 4rem }
td:first-child { min-width: 10rem }
td:last-child { min-width: 14rem }
td.number { text-align: end; font-variant-numeric: tabular-nums }
@media (max-width: 40rem) { dl div { grid-template-columns: 1fr; gap: 0 } }
@media print { body > input, body > label { display: none } }
`
