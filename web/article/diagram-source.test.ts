import fc from 'fast-check'
import { expect, it } from 'vitest'
import { diagramSource } from './diagram-source.ts'

const GRAPH = 'graph TD\n  a --> b\n'
const CONFIG = 'config:\n  securityLevel: loose\n  htmlLabels: true'

it.each([
  [`---\n${CONFIG}\n---\n${GRAPH}`],
  [`\n  ---  \r\n${CONFIG}\r\n  ---\r\n${GRAPH}`],
  [`---\n${CONFIG}\n---\n---\n${CONFIG}\n---\n${GRAPH}`],
  [`%%{init: {"securityLevel": "loose"}}%%\n---\n${CONFIG}\n---\n${GRAPH}`],
  [`---\n${CONFIG}\n---\n%%{init: {"securityLevel": "loose"}}%%${GRAPH}`],
])('drops what sets up the diagram: %j', (typed) => {
  expect(diagramSource(typed).trim()).toBe(GRAPH.trim())
})

it('keeps the title of front matter, and nothing beside it', () => {
  expect(diagramSource(`---\ntitle: How "it" goes\n${CONFIG}\n---\n${GRAPH}`)).toBe(
    `---\ntitle: "How \\"it\\" goes"\n---\n${GRAPH}`,
  )
  expect(diagramSource(`---\ntitle: "Orders"\n---\n${GRAPH}`)).toBe(`---\ntitle: "Orders"\n---\n${GRAPH}`)
})

it('drops a directive that is not closed', () => {
  expect(diagramSource(`${GRAPH}%%{init: {"securityLevel": "loose"}`)).toBe(GRAPH)
})

it('leaves no settings whatever the pieces are put together to', () => {
  const pieces = fc.array(
    fc.constantFrom('---\n', '---', '\n', 'config: x', 'title: a', '%%{', 'init', '}%%', ' ', 'graph TD\n'),
    { maxLength: 14 },
  )
  fc.assert(
    fc.property(pieces, (parts) => {
      const source = diagramSource(parts.join(''))

      expect(source).not.toContain('%%{')
      // As mermaid finds it.
      const settings = /^-{3}\s*[\n\r](.*?)[\n\r]-{3}\s*[\n\r]+/s.exec(source)?.[1] ?? ''
      expect(settings).not.toMatch(/^config/m)
    }),
    { numRuns: 2_000 },
  )
})
