import { TextSelection } from 'prosemirror-state'
import { onTestFinished } from 'vitest'
import { openRichDocument, type RichDocument, type RichOptions } from '#web/editor/rich/rich-document.ts'

const nothing = () => undefined

/** A page in rich text, as in a browser until the test has finished. */
export function mountedRich(source: string, told: Partial<RichOptions> = {}): RichDocument {
  const page = openRichDocument(source, {
    ...{ language: 'en', label: 'Text', placeholder: '', codeLanguage: '' },
    ...{ ask: nothing, onUnstorable: nothing, onMissingPictures: nothing, ...told },
  })
  page.editor.mount(document.body.appendChild(document.createElement('div')))
  onTestFinished(() => page.editor.unmount())
  return page
}

/** The same with the cursor behind this word, where it comes last. */
export function mountedRichAt(source: string, word: string, told: Partial<RichOptions> = {}): RichDocument {
  const page = mountedRich(source, told)
  page.editor.transact((transaction) => {
    transaction.doc.descendants((node, position) => {
      const at = node.isText ? (node.text ?? '').indexOf(word) : -1
      if (at >= 0) transaction.setSelection(TextSelection.create(transaction.doc, position + at + word.length))
    })
  })
  return page
}
