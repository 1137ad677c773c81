import '@blocknote/mantine/style.css'
import './rich-face.css'
import './rich-lists.css'
import { BlockNoteView } from '@blocknote/mantine'
import {
  DeleteLinkButton,
  EditLinkButton,
  FormattingToolbarController,
  LinkToolbar,
  LinkToolbarController,
  OpenLinkButton,
  type LinkToolbarProps,
} from '@blocknote/react'
import { memo, use, useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { placedAddress } from '#adapters/markdown/allowed.ts'
import { sitePathHere } from '#web/site-path.ts'
import { useColorScheme } from '../../session/color-scheme.ts'
import { showToast } from '../../parts/toast-store.ts'
import type { FaceProps, TextFaceControls, TextFaceProps } from '../face-controls.ts'
import { PageFinder } from '../page-finder.ts'
import { isDrawnInParts } from '../page-size.ts'
import { PastedHtmlDialog } from '../paste/pasted-html-dialog.tsx'
import { BlockMenu, type MenuInputs } from './block-menu.tsx'
import { CODE_LANGUAGES, LANGUAGES_ID } from './code-languages.ts'
import { PageMenu } from './page-menu.tsx'
import { openRichDocument, type RichDocument } from './rich-document.ts'
import { RichTools } from './rich-tools.tsx'
import { PlacedSideMenu } from './side-menu.tsx'
import { SearchPanel } from './search/search-panel.tsx'
import { TableBar } from './table/table-bar.tsx'
import { TableHandles } from './table/table-handles.tsx'

/** The page as rich text. */
export function RichFace({ content, isReadOnly, commands, onTouched, onFiles, onControls }: TextFaceProps) {
  const { t, i18n } = useTranslation('editor')
  const scheme = useColorScheme()
  const [pasted, setPasted] = useState<{ readonly html: string; readonly text: string } | null>(null)
  const [page] = useState(() =>
    openRichDocument(content, {
      language: i18n.language,
      label: t('text.label'),
      placeholder: t('text.placeholder'),
      codeLanguage: t('code.language'),
      ask: setPasted,
      onUnstorable: () => showToast(t('paste.unstorable'), 'info'),
      onMissingPictures: () => showToast(t('paste.missingPictures'), 'info'),
    }),
  )
  const pages = use(PageFinder)
  const announce = useEffectEvent(onControls)
  const latest = useRef({ commands, onFiles, onTouched })
  useLayoutEffect(() => {
    latest.current = { commands, onFiles, onTouched }
  })
  useEffect(() => {
    page.onLinks({ pages, label: t('link.broken') })
  })

  const [pasting, setPasting] = useState<number | null>(null)
  const [opening, setOpening] = useState<number | null>(null)
  const [isLong, setLong] = useState(() => isDrawnInParts(content))
  if (pasting !== null && !isLong) setLong(true)
  useEffect(() => {
    page.onFiles((files, hold) => latest.current.onFiles(files, hold))
    page.onPasting(setPasting)
    page.onOpening(setOpening)
    page.goOn()
    announce(controlsOf(page))
    return () => {
      announce(null)
      page.stop()
    }
  }, [page])

  const paste = (work: () => void) => {
    setPasted(null)
    page.editor.focus()
    work()
  }

  return (
    <>
      <SearchPanel search={page.search} isReadOnly={isReadOnly} />
      {opening !== null && (
        <p className="rich-pasting" role="status">
          {t('long.opening', { percent: Math.floor(opening * 10) * 10 })}
        </p>
      )}
      {pasting !== null && (
        <p className="rich-pasting" role="status">
          {t('paste.running', { percent: Math.floor(pasting * 10) * 10 })}
        </p>
      )}
      <RichText page={page} latest={latest} scheme={scheme} isReadOnly={isReadOnly} isLong={isLong} />
      <datalist id={LANGUAGES_ID}>
        {CODE_LANGUAGES.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      {pasted && (
        <PastedHtmlDialog
          onConvert={() => paste(() => page.pasteHtml(pasted.html))}
          onKeepText={() => paste(() => page.pasteText(pasted.text))}
          onClose={() => paste(() => undefined)}
        />
      )}
    </>
  )
}

interface RichTextProps {
  readonly page: RichDocument
  readonly latest: RefObject<MenuInputs & Pick<FaceProps, 'onTouched'>>
  readonly scheme: 'light' | 'dark'
  readonly isReadOnly: boolean
  readonly isLong: boolean
}

/** The text with its menus. The screen is rendered whenever a draft was stored; this is not. */
const RichText = memo(function RichText({ page, latest, scheme, isReadOnly, isLong }: RichTextProps) {
  return (
    <BlockNoteView
      className={isLong ? 'rich-face rich-face-long' : 'rich-face'}
      editor={page.editor}
      editable={!isReadOnly}
      theme={scheme}
      emojiPicker={false}
      formattingToolbar={false}
      linkToolbar={false}
      sideMenu={false}
      slashMenu={false}
      tableHandles={false}
      onChange={() => {
        // The result is reported once it is in the text; a draft would require reading all of it at once.
        if (!page.isReading()) latest.current.onTouched()
      }}
    >
      <FormattingToolbarController formattingToolbar={RichTools} />
      <LinkToolbarController linkToolbar={LinkTools} />
      <BlockMenu page={page} latest={latest} />
      <PageMenu editor={page.editor} />
      {!isReadOnly && <PlacedSideMenu />}
      {!isReadOnly && <TableHandles />}
      {!isReadOnly && <TableBar page={page} />}
    </BlockNoteView>
  )
})

function controlsOf(page: RichDocument): TextFaceControls {
  const { editor, markdown, snapshot, insert, replaceSelection, typeText, continueAt, held } = page
  return {
    content: markdown,
    continueAt,
    snapshot,
    insert,
    selection: () => editor.getSelectedText(),
    replaceSelection,
    type: typeText,
    focus: () => editor.focus(),
    moveTo(x, y) {
      const place = document.elementFromPoint(x, y)?.closest('[data-node-type="blockContainer"]')
      const block = editor.getBlock(place?.getAttribute('data-id') ?? '')
      if (block) editor.setTextCursorPosition(block, 'end')
    },
    moveToEnd() {
      const last = editor.document.findLast(({ content }) => content !== undefined)
      if (last) editor.setTextCursorPosition(last, 'end')
    },
    ...held,
  }
}

/** The link toolbar. Editing shows the address as in the text, opening leads where readers are led. */
const LinkTools = (props: LinkToolbarProps) => (
  <LinkToolbar {...props}>
    <EditLinkButton {...props} />
    <OpenLinkButton url={placedAddress(props.url, sitePathHere())} />
    <DeleteLinkButton {...props} />
  </LinkToolbar>
)
