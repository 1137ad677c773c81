import type { Language } from '../context.ts'
import type { Letter } from '../ports/mail.ts'

interface LetterFacts {
  readonly username: string
  /** Where the link leads. */
  readonly address: string
}
type Words = Omit<Letter, 'to'>
type LetterIn = Readonly<Record<Language, (facts: LetterFacts) => Words>>

const paragraphs = (...texts: readonly string[]): string => `${texts.join('\n\n')}\n`

/** With the link to choose another login password. */
export const resetLetter: LetterIn = {
  en: ({ username, address }) => ({
    subject: 'Choose a new password for Octavo',
    text: paragraphs(
      `Hello ${username},`,
      'somebody, probably you, asked for a new password for your Octavo account. Open this address to choose one:',
      address,
      'It works once and for one hour. Afterwards you are logged out on all devices.',
      'If you did not ask for this, ignore this message: your password stays as it is.',
    ),
  }),
  'zh-cn': ({ username, address }) => ({
    subject: '重置你的 Octavo 密码',
    text: paragraphs(
      `${username}，你好：`,
      '我们收到了重置你的 Octavo 账号密码的请求。请打开以下链接设置新密码：',
      address,
      '链接一小时内有效，且只能使用一次。设置新密码后，所有设备都需要重新登录。',
      '如果这不是你本人的操作，请忽略此邮件，你的密码不会改变。',
    ),
  }),
}

/** With the link that proves that the address is the person's. */
export const confirmationLetter: LetterIn = {
  en: ({ username, address }) => ({
    subject: 'Confirm your e-mail address for Octavo',
    text: paragraphs(
      `Hello ${username},`,
      'this e-mail address was given for your Octavo account. Open this address to confirm that it is yours:',
      address,
      'It works once and for 24 hours.',
      'If you have no account there, ignore this message.',
    ),
  }),
  'zh-cn': ({ username, address }) => ({
    subject: '验证你的 Octavo 邮箱',
    text: paragraphs(
      `${username}，你好：`,
      '你的 Octavo 账号绑定了这个邮箱。请打开以下链接，确认邮箱属于你：',
      address,
      '链接 24 小时内有效，且只能使用一次。',
      '如果你没有 Octavo 账号，请忽略此邮件。',
    ),
  }),
}
