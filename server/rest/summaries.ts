import type { Language } from '#core/language.ts'
import type { Application } from '../application.ts'
import chinese from '../locales/calls.zh-cn.json' with { type: 'json' }
import type { DocumentedOperation } from './openapi.ts'
import { summaryOnRest } from './summary-on-rest.ts'

type Summaries = Readonly<Record<string, string>>

/**
 * Summary of a call in this language. Operations contain the English one; the Chinese ones are in `calls.zh-cn.json`
 * and in messages of plugins (`calls.{group}.{name}`), with English as fallback.
 */
export function summariesIn(
  language: Language,
  { plugins }: Pick<Application, 'plugins'>,
): (call: Pick<DocumentedOperation, 'group' | 'name' | 'operation'>) => string {
  if (language === 'en') return ({ operation }) => summaryOnRest(operation)
  const known: Summaries = Object.assign({}, chinese, ...plugins.map(({ messages }) => messages?.[language]['calls']))
  return ({ group, name, operation }) => known[`${group}.${name}`] ?? summaryOnRest(operation)
}
