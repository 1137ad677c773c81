import type { Language } from '#core/language.ts'
import { shortened } from '#core/shortened.ts'
import { plain } from './kept-page.ts'
import { timeInWords } from './reasons.ts'
import type { StoredRow } from './showdoc-database.ts'

/** What somebody and an AI wrote to each other in ShowDoc. */
export interface KeptChat {
  readonly id: number
  readonly session: StoredRow
  /** In their order. */
  readonly messages: readonly StoredRow[]
  /** Of the item it was about; '' when it is gone. */
  readonly itemName: string
}

const ITEM_NAME_LENGTH = 100
const WRITTEN_TIME_LENGTH = 40

const WORDS = {
  en: {
    item: {
      name: 'AI chats from ShowDoc',
      description:
        'The chats you had with the AI of ShowDoc. Octavo has no such chats; besides you, only administrators of the site can read these.',
    },
    title: (item: string, time: string) => (item === '' ? `AI chat, ${time}` : `${item}: AI chat, ${time}`),
    intro: 'This is a chat with the AI of ShowDoc, which Octavo does not have. All of it is in the file below.',
    roles: { user: 'You', assistant: 'AI' },
  },
  'zh-cn': {
    item: {
      name: 'ShowDoc 的 AI 对话',
      description: '你在 ShowDoc 中与 AI 的对话。Octavo 没有这项功能；除你以外，只有站点管理员可以阅读。',
    },
    title: (item: string, time: string) => (item === '' ? `AI 对话，${time}` : `${item}：AI 对话，${time}`),
    intro: '这是在 ShowDoc 中与 AI 的对话，Octavo 没有这项功能。全部内容都在下面的文件里。',
    roles: { user: '你', assistant: 'AI' },
  },
} as const

/** The name and the description of the item for somebody's chats. */
export const chatItemText = (language: Language): { readonly name: string; readonly description: string } =>
  WORDS[language].item

export const chatTitle = ({ session, itemName }: KeptChat, language: Language): string =>
  WORDS[language].title(shortened(itemName, ITEM_NAME_LENGTH), timeOf(session['created_at'], language))

/** The messages as quotations, in which their own markdown is shown. @param address of the file with all of it */
export function chatText({ messages }: KeptChat, language: Language, address: string): string {
  const words = WORDS[language]
  const said = messages.flatMap((message) => {
    const role = String(message['role'] ?? '')
    const who = role === 'user' || role === 'assistant' ? words.roles[role] : plain(role)
    const lines = String(message['content'] ?? '').split(/\r?\n/)
    return [`**${who}** (${timeOf(message['created_at'], language)})`, '', ...lines.map((line) => `> ${line}`), '']
  })
  return [words.intro, '', `[showdoc.json](${address})`, '', ...said].join('\n')
}

/** As it is written when it is no moment. */
function timeOf(seconds: StoredRow[string] | undefined, language: Language): string {
  const moment = new Date(Number(seconds ?? 0) * 1_000)
  if (!Number.isNaN(moment.getTime())) return timeInWords(moment, language)
  return plain(shortened(String(seconds).replaceAll(/\s+/g, ' '), WRITTEN_TIME_LENGTH))
}
