import type { HandlerContext } from '../context.ts'
import { wholeServices } from '../open-services.ts'
import type { Mail } from '../ports/mail.ts'
import { readFittingSettings, readSettings } from '../settings.ts'
import { mailAddressOf, mailSettings } from './mail-settings.ts'
import { siteSettings } from './settings.ts'
import { startValue } from './start-value.ts'

/**
 * The current mail sender: the operator's mail server, or else the one set by administrators. It is off when there is
 * neither, or when the public address of the site, needed for links in letters, is unknown.
 */
export async function mailInUse({ store, services }: HandlerContext): Promise<Mail> {
  if (wholeServices(services).mail.isOn) return wholeServices(services).mail
  const settings = await readFittingSettings(store, mailSettings, services.seals, (error) =>
    services.log.error('the settings of the mail server do not fit', error),
  )
  const siteUrl = await addressOfSite({ store, services })
  return settings.host === '' || siteUrl === ''
    ? wholeServices(services).mail
    : wholeServices(services).mailAt(mailAddressOf(settings), siteUrl)
}

/** The configured public address of the site; '' when not set. Never taken from a request (threats T10). */
export async function addressOfSite({ store, services }: HandlerContext): Promise<string> {
  return startValue(services, 'PUBLIC_URL') || (await readSettings(store, siteSettings)).siteUrl
}
