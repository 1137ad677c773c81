import type { Language } from '#core/plugin.ts'
import en from '../locales/en.json' with { type: 'json' }
import zhCn from '../locales/zh-cn.json' with { type: 'json' }
import type { Loss } from './losses.ts'

const TEXTS = { en, 'zh-cn': zhCn }
const SAID = {
  en: (what: string, count: number) => `Not taken over: ${what} – ${count}`,
  'zh-cn': (what: string, count: number) => `未导入：${what}，${count} 处`,
} as const

/** A notice for each kind of loss, with its name and its count. */
export const lossNotes = (losses: readonly (readonly [Loss, number])[], language: Language): readonly string[] =>
  losses.map(([loss, count]) => SAID[language](TEXTS[language].loss[loss], count))
