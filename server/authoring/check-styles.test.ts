import { expect, it } from 'vitest'
import { strayIn } from './check-styles.ts'

it.each([
  '.hello {}',
  '.hello-box, .hello .button:is(a, b) {}',
  '.hello\\:wide {}',
  '[data-theme=dark] .hello-box {}',
  '[data-theme="dark"] > .hello-box p {}',
  ':root[data-scheme="dark"] .hello {}',
  'html[lang=zh-CN] .hello-x {}',
  'html:lang(zh) body .hello-x > * + * {}',
  'p.hello-text, button.icon-button.hello-button:hover {}',
  '.hello-a + .hello-b, .hello-a ~ .hello-b {}',
  '.hello-list li + li {}',
  '@media (max-width: 40rem) { [data-theme=dark] .hello-box { color: red } }',
  '@layer one { @supports (display: grid) { .hello {} } } @container (width > 1px) { .hello {} }',
  ':is(.hello-a, .hello-b) p, :where(.hello) {}',
  ':where([data-theme=dark], :root) :is(.hello-a) {}',
  ':is(:not(.wide) .hello-a, .hello-b:not(.x, .y)) {}',
  'body:has(.wide) .hello {}',
  '.hello:has(+ p), .hello-box:not(.open)::before {}',
  '.hello { &:hover, > p, a & { color: red } .card & {} & + & {} }',
  '.hello p { & + p {} @media print { b {} } }',
  '@scope (.hello-box) to (.end) { :scope { color: red } img, p + p {} }',
  '@keyframes hello-turn { from { color: red } 50% { color: blue } }',
  '@font-face { font-family: x; src: url(data:image/svg+xml;utf8,{}) } .hello {}',
  '.hello::after { content: "/* } body {" } .hello { --hello-x: { body: 1 } }',
  '.hello[title="a, b"] {}',
])('takes styles that only reach what a plugin has itself: %s', (css) => {
  expect(strayIn(css, 'hello')).toEqual([])
})

it.each([
  ['button { color: red }', 'button'],
  [':root { --space-2: 9px }', ':root'],
  ['* {}', '*'],
  ['.helloworld {}', '.helloworld'],
  ['[data-theme=dark] .box {}', '[data-theme=dark] .box'],
  ['.hello-box, body {}', 'body'],
  ['.hello + p {}', '.hello + p'],
  ['.hello ~ .item-card {}', '.hello ~ .item-card'],
  [':root .hello-box ~ p b {}', ':root .hello-box ~ p b'],
  [':is(.hello, body) p {}', ':is(.hello, body) p'],
  [':where(.hello, .card) {}', ':where(.hello, .card)'],
  [':is(.hello + p) {}', ':is(.hello + p)'],
  ['body:has(.hello) {}', 'body:has(.hello)'],
  ['p:not(.hello) {}', 'p:not(.hello)'],
  ['[title=".hello"] {}', '[title=""]'],
  ['[class=hello.hello] p {}', '[class=hello.hello] p'],
  ['.hello { & + p {} }', '& + p'],
  ['.hello { ~ p { color: red } }', '~ p'],
  ['.hello { body:has(&) {} }', 'body:has(&)'],
  ['@media print { body {} }', 'body'],
  ['@layer x { .hello { color: red } .card { color: red } }', '.card'],
  ['@scope (body) { p {} }', 'p'],
  ['@scope { p {} }', 'p'],
  ['/* .hello */ body { b {} }', 'body'],
])('refuses styles that reach the screens of the product: %s', (css, stray) => {
  expect(strayIn(css, 'hello')).toEqual([stray])
})
