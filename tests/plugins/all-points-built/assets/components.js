import { api, apiOf, Button, Dialog, Link, MenuItem, pluginTexts, showToast, WorkFrame } from '/host/v2/sdk.js'
import { useEffect, useEffectEvent, useState } from '/host/v2/react.js'
import { jsx, jsxs } from '/host/v2/jsx-runtime.js'

const useText = pluginTexts('all-points')
const sampleApi = apiOf()

/** Breaks a component where a test asks for it. */
function breakIfAsked(point) {
  if (sessionStorage.getItem('broken points')?.split(' ').includes(point)) throw new Error(`${point} is broken`)
}

export function AddTab({ onAdded }) {
  breakIfAsked('itemAddTabs')
  const add = api.item.add.useMutation({ onSuccess: ({ itemId }) => onAdded(itemId) })
  const onClick = () => add.mutate({ itemType: 'regular', itemName: 'Sample' })
  return jsx(Button, { onClick, children: useText()('addAction') })
}

export function Section() {
  breakIfAsked('adminSections')
  return jsx('p', { className: 'all-points-mark', children: useText()('sectionText') })
}

export function SettingTab({ itemId }) {
  breakIfAsked('itemSettingTabs')
  return jsx('p', { children: useText()('tabText', { itemId }) })
}

export function ItemAction({ itemId }) {
  breakIfAsked('itemActions')
  return jsx(MenuItem, { href: `/all-points/${itemId}/x`, children: useText()('itemAction') })
}

export function CatalogAction({ itemId, catalogId }) {
  breakIfAsked('catalogActions')
  return jsx(MenuItem, { href: `/all-points/${itemId}/${catalogId}`, children: useText()('catalogAction') })
}

export function Action() {
  breakIfAsked('pageActions')
  const t = useText()
  return jsx(MenuItem, { onChoose: () => showToast(t('actionDone')), children: t('action') })
}

export function HeaderLink() {
  breakIfAsked('headerLinks')
  const label = useText()('link')
  const href = '/all-points/7/%E7%A4%BA%2Fa'
  return jsx(Link, { className: 'icon-button', href, title: label, 'aria-label': label, children: '★' })
}

export function Companion() {
  breakIfAsked('companions')
  return jsx('output', { className: 'all-points-companion', children: useText()('companion') })
}

export function Screen({ params: { id, name } }) {
  breakIfAsked('pluginScreens')
  const t = useText()
  const person = sampleApi.allPoints.name.useQuery({})
  return jsxs(WorkFrame, {
    title: t('screenTitle'),
    back: { href: '/item/index', label: t('screenBack') },
    children: [
      jsx('p', { className: 'all-points-mark', children: t('screen', { id: id + 1, name }) }, 'where'),
      person.data && jsx('p', { children: t('screenBy', { name: person.data.name }) }, 'who'),
    ],
  })
}

export function AskDialog({ editor, onClose }) {
  breakIfAsked('slashCommands')
  const t = useText()
  const onClick = () => {
    editor.insert('an answer')
    onClose()
  }
  return jsx(Dialog, { title: t('ask'), onClose, children: jsx(Button, { onClick, children: t('askInsert') }) })
}

export function View({ content }) {
  breakIfAsked('pageFaces')
  return jsx('p', { className: 'all-points-mark', children: useText()('view', { text: content.slice(8) }) })
}

export function Face(props) {
  breakIfAsked('pageFaces')
  const t = useText()
  const [text, setText] = useState(props.content)
  useFaceOfOneLine(props, text)
  const onChange = (event) => setText(event.target.value)
  return jsx('input', { 'aria-label': t('face'), value: text, readOnly: props.isReadOnly, onChange })
}

/** What the editor is told the page says; a write answers whether it changes that. */
function paperWith(content) {
  let latest = content
  return {
    read: () => latest,
    write(written) {
      const isChange = written !== latest
      latest = written
      return isChange
    },
  }
}

/** Tells the editor what the page says, and when it says something else. */
function useFaceOfOneLine({ content, onControls, onTouched }, text) {
  const [paper] = useState(() => paperWith(content))
  const announce = useEffectEvent(onControls)
  const touched = useEffectEvent(onTouched)
  useEffect(() => {
    announce({ content: paper.read, focus: () => undefined })
    return () => announce(null)
  }, [paper])
  useEffect(() => {
    if (paper.write(text)) touched()
  }, [paper, text])
}
