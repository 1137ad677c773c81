import type { Language } from '../language.ts'
import type { Letter } from '../ports/mail.ts'

interface LetterFacts {
  readonly username: string
  /** The target of the link. */
  readonly address: string
}
/** Data common to all letters. */
interface OfSite {
  /** Name of the site. */
  readonly site: string
}
type Words = Omit<Letter, 'to'>
type LetterIn<F> = Readonly<Record<Language, (facts: F & OfSite) => Words>>

const paragraphs = (...texts: readonly string[]): string => `${texts.join('\n\n')}\n`

/** With a link for choosing a new login password. */
export const resetLetter: LetterIn<LetterFacts> = {
  en: ({ username, address, site }) => ({
    subject: `Choose a new password for ${site}`,
    text: paragraphs(
      `Hello ${username},`,
      `somebody, probably you, asked for a new password for your ${site} account. Open this address to choose one:`,
      address,
      'It works once and for one hour. Afterwards you are logged out on all devices.',
      'If you did not ask for this, ignore this message: your password stays as it is.',
    ),
  }),
  'zh-cn': ({ username, address, site }) => ({
    subject: `重置你的 ${site} 密码`,
    text: paragraphs(
      `${username}，你好：`,
      `我们收到了重置你的 ${site} 账号密码的请求。请打开以下链接设置新密码：`,
      address,
      '链接一小时内有效，且只能使用一次。设置新密码后，所有设备都需要重新登录。',
      '如果这不是你本人的操作，请忽略此邮件，你的密码不会改变。',
    ),
  }),
}

/** With a link that confirms the address. */
export const confirmationLetter: LetterIn<LetterFacts> = {
  en: ({ username, address, site }) => ({
    subject: `Confirm your e-mail address for ${site}`,
    text: paragraphs(
      `Hello ${username},`,
      `this e-mail address was given for your ${site} account. Open this address to confirm that it is yours:`,
      address,
      'It works once and for 24 hours.',
      'If you have no account there, ignore this message.',
    ),
  }),
  'zh-cn': ({ username, address, site }) => ({
    subject: `验证你的 ${site} 邮箱`,
    text: paragraphs(
      `${username}，你好：`,
      `你的 ${site} 账号绑定了这个邮箱。请打开以下链接，确认邮箱属于你：`,
      address,
      '链接 24 小时内有效，且只能使用一次。',
      `如果你没有 ${site} 账号，请忽略此邮件。`,
    ),
  }),
}

/** With a verification code for people who cannot see pictures. */
export const captchaLetter: LetterIn<{ readonly answer: string; readonly minutes: number }> = {
  en: ({ answer, minutes, site }) => ({
    subject: `Your verification code for ${site}`,
    text: paragraphs(
      `Your verification code is: ${answer}`,
      `It works once, within ${minutes} minutes, in the browser that asked for it.`,
      'If you did not ask for this, ignore this message.',
    ),
  }),
  'zh-cn': ({ answer, minutes, site }) => ({
    subject: `${site} 验证码`,
    text: paragraphs(
      `验证码：${answer}`,
      `请在发起请求的浏览器中使用，${minutes} 分钟内有效，且只能使用一次。`,
      '如果这不是你本人的操作，请忽略此邮件。',
    ),
  }),
}

/** To an account's former address; it does not contain the new one, which may be a stranger's. */
export const formerAddressLetter: LetterIn<Pick<LetterFacts, 'username'>> = {
  en: ({ username, site }) => ({
    subject: `Another e-mail address for your ${site} account`,
    text: paragraphs(
      `Hello ${username},`,
      `your ${site} account has another e-mail address from now on. It cannot be used with this one any more.`,
      'If it was you, there is nothing to do. If not, somebody knows your login password: log in with your username, change the password and set your address again, or turn to an administrator of the site.',
    ),
  }),
  'zh-cn': ({ username, site }) => ({
    subject: `你的 ${site} 账号已更换邮箱`,
    text: paragraphs(
      `${username}，你好：`,
      `你的 ${site} 账号已绑定新的邮箱，此邮箱不再用于该账号。`,
      '如果是你本人的操作，请忽略此邮件。如果不是，说明有人知道你的登录密码：请用用户名登录，立即修改密码并重新绑定邮箱，或联系站点管理员。',
    ),
  }),
}

/** With a link for creating an account. */
export const invitationLetter: LetterIn<Pick<LetterFacts, 'address'> & { readonly name: string }> = {
  en: ({ name, address, site }) => ({
    subject: `You are invited to ${site}`,
    text: paragraphs(
      name === '' ? 'Hello,' : `Hello ${name},`,
      `an administrator invites you to make an account with ${site}, where documentation is read and written together. Open this address to choose a username and a password:`,
      address,
      'It works once and for seven days.',
      'If you did not expect this, ignore this message.',
    ),
  }),
  'zh-cn': ({ name, address, site }) => ({
    subject: `邀请你加入 ${site}`,
    text: paragraphs(
      name === '' ? '你好：' : `${name}，你好：`,
      `管理员邀请你注册 ${site} 账号，一起阅读和编写文档。请打开以下链接，设置用户名和密码：`,
      address,
      '链接七天内有效，且只能使用一次。',
      '如果你不了解此事，请忽略此邮件。',
    ),
  }),
}
