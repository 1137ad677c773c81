import { expect, it } from 'vitest'
import { openedParts } from './word-parts.ts'

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const partsOf = (parts: Readonly<Record<string, string>>) =>
  Object.entries(parts).map(([path, text]) => ({ path, bytes: new TextEncoder().encode(text) }))
const pathsRead = (parts: Readonly<Record<string, string>>) => openedParts(partsOf(parts)).map(({ path }) => path)

it('reads the parts of a Word document that become text, with their relations and pictures', () => {
  const read = ['[Content_Types].xml', '_rels/.rels', 'word/document.xml', 'word/_rels/document.xml.rels']
  const beside = ['styles', 'numbering', 'footnotes', 'endnotes', 'comments'].map((name) => `word/${name}.xml`)
  const more = [...beside, 'word/_rels/footnotes.xml.rels', 'word/media/a.png']
  const unread = [
    'charts/chart1',
    'diagrams/data1',
    'activeX/activeX1',
    'ink/ink1',
    'theme/theme1',
    'glossary/document',
  ]
  const others = [...unread, 'settings', 'header1', 'commentsExtended'].map((name) => `word/${name}.xml`)
  const rest = [...others, 'word/charts/_rels/chart1.xml.rels', 'docProps/core.xml', 'customXml/document1.xml']

  const all = Object.fromEntries([...read, ...more, ...rest].map((path) => [path, '']))

  expect(pathsRead(all)).toEqual([...read, ...more])
})

it('reads parts of a Word document that have other names', () => {
  const relation = (type: string, target: string) =>
    `<Relationship Id='a' Type='${OFFICE}/${type}' Target='${target}'/>`

  const paths = pathsRead({
    'word/_rels/document.xml.rels': relation('styles', 'looks.xml') + relation('footnotes', '/word/below/notes.xml'),
    'word/looks.xml': '',
    'word/below/notes.xml': '',
    'word/below/_rels/notes.xml.rels': '',
    'word/other.xml': '',
  })

  expect(paths).toEqual([
    'word/_rels/document.xml.rels',
    'word/looks.xml',
    'word/below/notes.xml',
    'word/below/_rels/notes.xml.rels',
  ])
})

it('opens no picture of a Word document as its text', () => {
  const relation = (type: string, target: string) =>
    `<Relationship Id="a" Type="${OFFICE}/${type}" Target="${target}"/>`

  const paths = pathsRead({
    '_rels/.rels': relation('officeDocument', 'word/media/a.png'),
    'word/_rels/document.xml.rels': relation('styles', 'media/b.png') + relation('image', 'media/c.png'),
    'word/media/a.png': '',
    'word/media/b.png': '',
    'word/media/c.png': '',
  })

  expect(paths).toEqual(['_rels/.rels', 'word/_rels/document.xml.rels', 'word/media/c.png'])
})
