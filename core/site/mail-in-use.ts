import type { HandlerContext } from '../context.ts'
import type { Mail } from '../ports/mail.ts'
import { readFittingSettings, readSettings } from '../settings.ts'
import { mailAddressOf, mailSettings } from './mail-settings.ts'
import { siteSettings } from './settings.ts'
import { startValue } from './start-value.ts'

/**
 * What sends letters now: the mail server of the operator, or else the one that administrators have named; it is off when
 * there is none, or when nobody has said where the site is, which links in letters need.
 */
export async function mailInUse({ store, services }: HandlerContext): Promise<Mail> {
  if (services.mail.isOn) return services.mail
  const settings = await readFittingSettings(store, mailSettings, services.seals, (error) =>
    services.log.error('the settings of the mail server do not fit', error),
  )
  const siteUrl = await addressOfSite({ store, services })
  return settings.host === '' || siteUrl === '' ? services.mail : services.mailAt(mailAddressOf(settings), siteUrl)
}

/** Where people reach the site, as it was written down; '' when nobody has. Never of a request (threats T10). */
export async function addressOfSite({ store, services }: HandlerContext): Promise<string> {
  return startValue(services, 'PUBLIC_URL') || (await readSettings(store, siteSettings)).siteUrl
}
