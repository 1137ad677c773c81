import type { Language } from '../language.ts'
import type { Letter } from '../ports/mail.ts'

/** Proves that letters arrive. */
export const trialLetter: Readonly<Record<Language, (siteUrl: string) => Omit<Letter, 'to'>>> = {
  en: (siteUrl) => ({
    subject: 'Test message from Octavo',
    text: `This message was sent from the settings of ${siteUrl}. Mail works.\n`,
  }),
  'zh-cn': (siteUrl) => ({
    subject: 'Octavo 测试邮件',
    text: `这是从 ${siteUrl} 的站点设置发出的测试邮件。收到它说明邮件功能正常。\n`,
  }),
}
