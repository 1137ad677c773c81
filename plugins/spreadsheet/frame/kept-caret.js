// luckysheet renders a formula anew after each key and guesses where the caret was: with two quick keys it swapped
// them. The text stays the same, so the caret is restored by counting its characters.
window.caretKept = (editor, rewrite) => {
  const selection = getSelection()
  const isThere = selection.rangeCount > 0 && editor.contains(selection.focusNode)
  const before = document.createRange()
  before.setStart(editor, 0)
  if (isThere) before.setEnd(selection.focusNode, selection.focusOffset)
  let left = before.toString().length
  rewrite()
  if (!isThere) return
  const letters = document.createTreeWalker(editor, NodeFilter.SHOW_TEXT)
  for (let node = letters.nextNode(); node; node = letters.nextNode()) {
    if (left <= node.length) return selection.collapse(node, left)
    left -= node.length
  }
  selection.selectAllChildren(editor)
  selection.collapseToEnd()
}
