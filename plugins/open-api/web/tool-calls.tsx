import { useTranslation } from 'react-i18next'
import { wholeAddress } from '#web/site-path.ts'
import { Example } from './example.tsx'
import { toolExample, type ToolCall } from './examples.ts'
import { HIDDEN } from './hidden.ts'
import type { ShownKey } from './item-key-api.ts'
import { useOpenApiText } from './texts.ts'

const DATABASE = 'octavo-db.sh'

/** Commands that create pages from code and databases with the key of an item (ADD-22). */
export function ToolCalls({ itemKey }: { readonly itemKey: ShownKey }) {
  const t = useOpenApiText()
  const { i18n } = useTranslation()
  const inDictionary = { script: DATABASE, catalog: t('tools.catalog'), language: i18n.language } as const
  const calls: readonly (readonly [title: string, call: ToolCall])[] = [
    [t('tools.code'), { script: 'octavo-api.sh', given: 'src', catalog: '', language: i18n.language }],
    [t('tools.postgresql'), { ...inDictionary, given: "postgresql 'postgresql://user@localhost/database'" }],
    [t('tools.mysql'), { ...inDictionary, given: 'mysql -h localhost -u user -p database' }],
    [t('tools.sqlite'), { ...inDictionary, given: 'sqlite database.db' }],
  ]
  return (
    <section className="panel">
      <h2>{t('tools.title')}</h2>
      <p className="form-text">{t('tools.text')}</p>
      {calls.map(([title, call]) => (
        <Example
          key={title}
          title={title}
          shown={toolExample(wholeAddress(''), { ...itemKey, apiToken: HIDDEN }, call)}
          copied={toolExample(wholeAddress(''), itemKey, call)}
        />
      ))}
      <p className="form-text">{t('tools.again')}</p>
    </section>
  )
}
