import type { Language } from '../language.ts'
import type { Letter } from '../ports/mail.ts'

/** Tests the delivery of letters. */
export const trialLetter: Readonly<Record<Language, (siteUrl: string, site: string) => Omit<Letter, 'to'>>> = {
  en: (siteUrl, site) => ({
    subject: `Test message from ${site}`,
    text: `This message was sent from the settings of ${siteUrl}. Mail works.\n`,
  }),
  'zh-cn': (siteUrl, site) => ({
    subject: `${site} 测试邮件`,
    text: `这是从 ${siteUrl} 的站点设置发出的测试邮件。收到它说明邮件功能正常。\n`,
  }),
}
