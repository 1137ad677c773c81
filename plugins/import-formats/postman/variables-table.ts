import type { Language } from '#core/plugin.ts'
import { firstText, recordIn, shownValue, textIn } from '../json/json-value.ts'
import { markdownTable } from '../markdown-table.ts'
import { descriptionOf } from './request-content.ts'

const HEADS = {
  en: ['Variable', 'Value', 'Description'],
  'zh-cn': ['变量', '值', '说明'],
} as const

/** Variables of an environment or a collection, without the values of secrets. */
export function variablesTable(variables: readonly unknown[], language: Language): string {
  const rows = variables.map(recordIn).map((variable) => {
    const isSecret = variable['type'] === 'secret'
    const name = firstText(variable['key'], variable['id'], variable['name'])
    const value = isSecret ? '••••••' : shownValue(variable['value'] ?? '')
    const isOff = variable['enabled'] === false || variable['disabled'] === true
    return [isOff ? `~~${textIn(name)}~~` : name, value, descriptionOf(variable['description'])]
  })
  return markdownTable(HEADS[language], rows)
}
