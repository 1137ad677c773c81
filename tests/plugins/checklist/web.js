import { contribute, defineWebPlugin, pageFaces, pluginTexts } from '/host/v2/sdk.js'
import { useEffect, useEffectEvent, useRef, useState } from '/host/v2/react.js'
import { jsx, jsxs } from '/host/v2/jsx-runtime.js'

const useText = pluginTexts('checklist')

/** The list in a content; null when it is none, and then stays as it is. */
function listIn(content) {
  try {
    const list = JSON.parse(content)
    return Array.isArray(list.checklist) ? list : null
  } catch {
    return null
  }
}

function View({ content }) {
  const t = useText()
  const entries = listIn(content)?.checklist ?? []
  const done = entries.filter((entry) => entry.done).length
  return jsxs('section', {
    'aria-label': t('name'),
    children: [
      jsx('p', { children: t('done', { done, all: entries.length }) }),
      jsx('ul', {
        children: entries.map(({ text, done }) => jsx('li', { children: `${done ? '☑' : '☐'} ${text}` }, text)),
      }),
    ],
  })
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

function Edit({ content, isReadOnly, onTouched, onControls }) {
  const t = useText()
  const [list, setList] = useState(() => listIn(content))
  const [written, setWritten] = useState(content)
  const [text, setText] = useState('')
  const first = useRef(null)
  const [paper] = useState(() => paperWith(content))
  const announce = useEffectEvent(onControls)
  const touched = useEffectEvent(onTouched)
  useEffect(() => {
    announce({ content: paper.read, focus: () => first.current?.focus() })
    return () => announce(null)
  }, [paper])
  useEffect(() => {
    if (paper.write(written)) touched()
  }, [paper, written])

  if (list === null) return jsx('p', { role: 'alert', children: t('unreadable') })
  const change = (checklist) => {
    setList({ ...list, checklist })
    setWritten(JSON.stringify({ ...list, checklist }, null, 2))
  }
  const entries = list.checklist
  const add = (event) => {
    event.preventDefault()
    if (text.trim() === '') return
    change([...entries, { text: text.trim(), done: false }])
    setText('')
  }
  return jsxs('form', {
    onSubmit: add,
    children: [
      entries.map((entry, at) =>
        jsxs(
          'label',
          {
            style: { display: 'block' },
            children: [
              jsx('input', {
                type: 'checkbox',
                checked: entry.done,
                disabled: isReadOnly,
                onChange: () => change(entries.with(at, { ...entry, done: !entry.done })),
              }),
              ` ${entry.text}`,
            ],
          },
          at,
        ),
      ),
      jsx('input', {
        ref: first,
        'aria-label': t('entry'),
        value: text,
        readOnly: isReadOnly,
        onChange: (event) => setText(event.target.value),
      }),
      jsx('button', { type: 'submit', disabled: isReadOnly, children: t('add') }),
    ],
  })
}

export default defineWebPlugin({
  id: 'checklist',
  apiVersion: 2,
  messages: {
    en: {
      name: 'Checklist',
      hint: 'One list to tick off.',
      done: '{{done}} of {{all}} done',
      entry: 'New entry',
      add: 'Add entry',
      unreadable: 'This is no checklist.',
    },
    'zh-cn': {
      name: '清单',
      hint: '可逐项勾选的列表。',
      done: '已完成 {{done}} / {{all}}',
      entry: '新条目',
      add: '添加条目',
      unreadable: '这不是清单。',
    },
  },
  contributes: [
    contribute(pageFaces, {
      kind: 'checklist',
      View,
      edit: [{ id: 'list', title: 'name', Component: Edit }],
      item: { title: 'name', hint: 'hint' },
    }),
  ],
})
