import { expect, it } from 'vitest'
import { unknownWebPoints } from './check-web-points.ts'
import { bodyOf } from './parsed-module.ts'

const found = (source: string): readonly string[] =>
  unknownWebPoints(bodyOf(source) ?? [], 'it', ['editorTools', 'companions']).map(
    (fault) => /^it contributes to (\S+), which/.exec(fault)?.[1] ?? fault,
  )
const SDK = "from '/host/v2/sdk.js'"

it.each([
  `import { contribute } ${SDK}; contribute({ id: 'stray' }, 7)`,
  `import { contribute as a, extensionPoint as b } ${SDK}; const c = [a(b('stray'), 7)]; export { c }`,
  `import * as sdk ${SDK}; sdk.contribute(sdk.extensionPoint('stray'), 7)`,
  `import { contribute } ${SDK}; const add = contribute; const point = { id: 'stray' }; add(point, 7)`,
  `import { contribute } ${SDK}; export const more = (value) => contribute({ id: 'stray' }, value)`,
  `import { defineWebPlugin } ${SDK}; export default defineWebPlugin({ contributes: [{ point: { id: 'stray' } }] })`,
  `import { defineWebPlugin as d } ${SDK}; var p = d({ contributes: [{ point: { id: 'stray' } }] }); export { p as default }`,
  `export default { id: 'hello', contributes: [{ point: { id: 'stray' }, value: 7 }] }`,
  `const list = [{ point: { id: 'stray' } }]; const own = { contributes: [...list] }; export default own`,
  `const own = { contributes: [{ point: { id: 'stray' } }] }; export { own as default }`,
  `export default { contributes: [...(isNew ? [{ point: { id: 'stray' } }] : []), { point: { id: 'companions' } }] }`,
])('finds what the product gets for a point that nobody reads: %s', (source) => {
  expect(found(source)).toEqual(['stray'])
})

it.each([
  `const chart = { point: { id: 'start', x: 1 } }; export default { contributes: [] }`,
  `const contribute = (point) => point; contribute({ id: 'start' }); export default {}`,
  `import { contribute } from './chart.js'; contribute({ id: 'start' })`,
  `import { contribute as e } ${SDK}; e({ id: 'companions' }, 7); function chart(e) { e({ id: 'start' }) } chart()`,
  `import { contribute as e } ${SDK}; { const e = (point) => point; e({ id: 'start' }) }`,
  `import { contribute as e } ${SDK}; const draw = ({ e }) => e({ id: 'start' }), cut = ([, ...e]) => e({ id: 'end' })`,
  `import { contribute as e } ${SDK}; try { draw() } catch (e) { e({ id: 'start' }) }`,
  `import { contribute as e } ${SDK}; for (const e of list) e({ id: 'start' })`,
  `import { contribute as e } ${SDK}; const chart = function e() { e({ id: 'start' }) }`,
  `import * as sdk ${SDK}; const chart = (sdk) => sdk.contribute({ id: 'start' })`,
  `import { extensionPoint } ${SDK}; extensionPoint('boards.cards'); extensionPoint(name)`,
  `import { editorTools, contribute } ${SDK}
   export default { contributes: [contribute(editorTools, { id: 'a', chart: { point: { id: 'start' } } })] }`,
  `export default { contributes: [{ point: { id: 'companions' }, value: { point: { id: 'start' } } }] }`,
])('takes nothing of a library for a contribution: %s', (source) => {
  expect(found(source)).toEqual([])
})
