import { CodeXml, Columns2, Type } from 'lucide-react'
import type { PageFaces } from '../extensions/points.ts'
import { lazyPart } from '../parts/part.tsx'
import { isRichByDefault } from './page-size.ts'

const RichFace = lazyPart(async () => (await import('./rich/rich-face.tsx')).RichFace)
const SourceFace = lazyPart(async () => (await import('./source/source-face.tsx')).SourceFace)
const StoredFace = lazyPart(async () => (await import('./source/source-face.tsx')).StoredFace)
const SplitFace = lazyPart(async () => (await import('./split-face.tsx')).SplitFace)

/** The id of the page kind markdown. */
export const MARKDOWN = 'markdown'

/** The id of the face of rich text. */
export const RICH = 'rich'

/** Rich text, markdown, or markdown beside its preview; their names are texts of the editor. */
export const markdownFaces: PageFaces = {
  kind: MARKDOWN,
  edit: [
    { id: RICH, title: 'face.rich', icon: <Type aria-hidden />, Component: RichFace },
    { id: 'source', title: 'face.source', icon: <CodeXml aria-hidden />, Component: SourceFace },
    { id: 'split', title: 'face.split', icon: <Columns2 aria-hidden />, Component: SplitFace },
  ],
  opensIn: (content, chosen) => (isRichByDefault(content) ? chosen : 'source'),
}

/** The stored content of a page of any kind, edited as source: without the kind's own faces, nothing is lost. */
export const storedFace: PageFaces['edit'][number] = {
  id: 'source',
  title: 'face.stored',
  icon: <CodeXml aria-hidden />,
  Component: StoredFace,
}
