import type { RichEditor } from './rich-schema.tsx'

/** Inserts a link at the cursor. What is typed next is not part of it, and goes on bold or italic if it was. */
export function insertPageLink(editor: RichEditor, title: string, address: string): void {
  const { storedMarks, selection, schema } = editor.prosemirrorState
  const marks = storedMarks ?? selection.$from.marks()
  editor.insertInlineContent([{ type: 'link', href: address, content: title }])
  // A space behind it would remain before “，”.
  editor.transact((transaction) =>
    transaction.setStoredMarks(marks.filter(({ type }) => type !== schema.marks['link'])),
  )
}
