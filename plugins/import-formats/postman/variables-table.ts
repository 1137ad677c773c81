import type { Language } from '#core/plugin.ts'
import { firstText, recordIn, shownValue } from '../json/json-value.ts'
import { cellOf, markdownTable } from '../markdown-table.ts'
import { descriptionOf } from './request-content.ts'

const HEADS = {
  en: ['Variable', 'Value', 'Description'],
  'zh-cn': ['变量', '值', '说明'],
} as const

/** Variables of an environment or a collection, without the values of secrets; those that are off are struck out. */
export function variablesTable(variables: readonly unknown[], language: Language): string {
  const rows = variables.map(recordIn).map((variable) => {
    const isSecret = variable['type'] === 'secret'
    const name = cellOf(firstText(variable['key'], variable['id'], variable['name']))
    const value = isSecret ? '••••••' : shownValue(variable['value'] ?? '')
    const isOff = variable['enabled'] === false || variable['disabled'] === true
    const named = isOff && name !== '' ? `~~${name}~~` : name
    return `| ${[named, cellOf(value), cellOf(descriptionOf(variable['description']))].join(' | ')} |`
  })
  return [markdownTable(HEADS[language], []), ...rows].join('\n')
}
