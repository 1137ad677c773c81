import './contents-sheet.css'
import { List, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#web/parts/icon-button.tsx'

interface Line {
  readonly id: string
  readonly text: string
  readonly indent: string
}

/** The table of contents as an overlay, for narrow screens: a button that only these show. */
export function ContentsSheet() {
  const { t } = useTranslation(['reader', 'common'])
  const [lines, setLines] = useState<readonly Line[] | null>(null)
  const sheet = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (lines) sheet.current?.showModal()
  }, [lines])
  const close = () => sheet.current?.close()
  return (
    <>
      <IconButton className="contents-button" label={t('contents.title')} onClick={() => setLines(linesOfPage())}>
        <List />
      </IconButton>
      {lines && (
        <dialog ref={sheet} className="contents-sheet" aria-label={t('contents.title')} onClose={() => setLines(null)}>
          <div>
            <strong>{t('contents.title')}</strong>
            <IconButton label={t('common:action.close')} onClick={close}>
              <X />
            </IconButton>
          </div>
          {lines.map(({ id, text, indent }) => (
            <a key={id} href={`#${id}`} style={{ paddingInlineStart: indent }} onClick={close}>
              {text}
            </a>
          ))}
        </dialog>
      )}
    </>
  )
}

/** Taken from the list beside the text, which is always rendered but only visible on wide screens. */
const linesOfPage = (): readonly Line[] =>
  [...document.querySelectorAll<HTMLAnchorElement>('.contents a')].map((link) => ({
    id: link.hash.slice(1),
    text: link.textContent,
    indent: link.style.paddingInlineStart,
  }))
