// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { mountedRich } from '#tests/support/mounted-rich.ts'
import { chance, randomLine } from '#tests/support/typed-lines.ts'
import type { TextSide } from '#web/editor/beside-text.ts'
import { editable, withLineEndsOf } from '#web/editor/markdown-blocks/line-endings.ts'
import { createSourceView } from '#web/editor/source/source-view.ts'
import { typeBeside } from '#web/editor/source/type-beside.ts'
import { loadEarlyForm, withEarlyText } from './early-form.ts'

const random = chance(7)
const TYPED = [
  'one\ntwo',
  'a*b_c and 2 * 3 * 4',
  '# Title\n- one\n- two\n\n> said\nwords',
  '```sql\nselect 1\n```\nafter',
  '| a | b |\n| --- | --- |\n| 1 | 2 |',
  '  two blanks\n\n\n\tand a tab',
  ...Array.from({ length: 5 }, () => Array.from({ length: 100 }, () => randomLine(random)).join('\n')),
]
const PAGES = [
  ...['', '# Orders\n\nwords  \nmore\n', '```\ncode\n```\n', '| a |\n| --- |\n| 1 |\n'],
  ...['no last line end', 'one\r\ntwo\r\n', '\r\n', '\uFEFFmarked\n'],
]
const SIDES: readonly TextSide[] = ['above', 'below']

/** The page after this was typed for the other face, once the face is there. */
const FACES: Readonly<Record<string, (content: string, text: string, side: TextSide) => string>> = {
  rich(content, text, side) {
    const page = mountedRich(content)
    page.typeText(text, side)
    return page.markdown()
  },
  source(content, text, side) {
    const nothing = () => undefined
    const words = { label: 'Text', isMarkdown: true, phrases: {}, onTouched: nothing, onPaste: () => false }
    const view = createSourceView({ parent: document.body, text: editable(content), ...words })
    typeBeside(view, text, side)
    const typedText = withLineEndsOf(content, view.state.doc.toString())
    view.destroy()
    return typedText
  },
}

it.each(Object.keys(FACES))(
  'what is typed before the face is there is saved as this face writes it, at every save (%s)',
  async (face) => {
    await loadEarlyForm()
    for (const content of PAGES)
      for (const side of SIDES)
        for (const text of content === '' ? TYPED : TYPED.slice(0, 3))
          expect(withEarlyText(text, { content, side, face })).toBe(FACES[face]?.(content, text, side))
  },
)
