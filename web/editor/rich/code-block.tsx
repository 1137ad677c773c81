import type { createCodeBlockSpec } from '@blocknote/core'
import { createRoot, type Root } from 'react-dom/client'
import { LANGUAGES_ID } from './code-languages.ts'
import { DrawnPicture } from './drawn-picture.tsx'

type CodeSpec = ReturnType<typeof createCodeBlockSpec>
type Drawing = Parameters<CodeSpec['implementation']['render']>

const labels = new WeakMap<object, string>()
/** The label of language fields in this editor. */
export const nameLanguageFields = (editor: object, label: string): void => void labels.set(editor, label)

/** Code with a field for its language above, and for diagrams the picture below. */
export function drawnCode(spec: CodeSpec): CodeSpec {
  const render: CodeSpec['implementation']['render'] = function (...drawing) {
    const drawn = spec.implementation.render.apply(this, drawing)
    const code = drawn.contentDOM
    if (!code) return drawn
    const head = languageField(drawing)
    const dom = document.createElement('div')
    dom.className = 'code-frame'
    dom.append(head, drawn.dom)
    const picture = drawing[0].props.language === 'mermaid' ? pictureOf(code) : null
    if (picture) dom.append(picture.dom)
    return {
      ...drawn,
      dom,
      // Anything drawn beside the code is not part of the document.
      ignoreMutation: (mutation) => mutation.type !== 'selection' && !code.contains(mutation.target),
      destroy() {
        picture?.stop()
        drawn.destroy?.()
      },
    }
  }
  return { ...spec, implementation: { ...spec.implementation, render } }
}

function languageField([block, editor]: Drawing): HTMLElement {
  const label = labels.get(editor) ?? ''
  const head = document.createElement('div')
  head.className = 'code-head'
  head.contentEditable = 'false'
  const field = document.createElement('input')
  field.className = 'code-language'
  field.setAttribute('list', LANGUAGES_ID)
  field.setAttribute('aria-label', label)
  field.placeholder = label
  field.value = block.props.language
  field.spellcheck = false
  field.disabled = !editor.isEditable
  const keep = () => {
    const language = field.value.trim().replaceAll(/[\s`]/g, '')
    if (language !== block.props.language) editor.updateBlock(block.id, { props: { language } })
  }
  field.addEventListener('change', keep)
  field.addEventListener('keydown', (event) => {
    event.stopPropagation()
    if (event.isComposing) return
    if (event.key === 'Escape') field.value = block.props.language
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    keep()
    editor.focus()
    editor.setTextCursorPosition(block.id, 'end')
  })
  for (const name of ['mousedown', 'paste', 'copy', 'cut', 'beforeinput', 'input'])
    field.addEventListener(name, (event) => event.stopPropagation())
  head.append(field)
  return head
}

/** Redrawn whenever the code changes. */
function pictureOf(code: HTMLElement): { readonly dom: HTMLElement; stop(): void } {
  const dom = document.createElement('div')
  dom.contentEditable = 'false'
  let root: Root | null = createRoot(dom)
  const draw = () => root?.render(<DrawnPicture markdown={fenced(code.textContent ?? '')} />)
  const watch = new MutationObserver(draw)
  watch.observe(code, { characterData: true, childList: true, subtree: true })
  // The code is inserted after this.
  queueMicrotask(draw)
  return {
    dom,
    stop() {
      watch.disconnect()
      const leaving = root
      root = null
      // React may be rendering the face at this moment.
      setTimeout(() => leaving?.unmount())
    },
  }
}

const fenced = (code: string): string => {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}mermaid\n${code}\n${fence}\n`
}
