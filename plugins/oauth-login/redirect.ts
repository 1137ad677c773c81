import { fittingValues, readSettings, type HandlerContext, type SignInRedirect } from '#core/plugin.ts'
import { iconOf } from './icons.ts'
import { dingtalk } from './kinds/dingtalk.ts'
import { feishu } from './kinds/feishu.ts'
import type { SiteKind } from './kinds/kind.ts'
import { standard } from './kinds/standard.ts'
import { wecom } from './kinds/wecom.ts'
import { mayBeNew } from './new-accounts.ts'
import { personFrom } from './person.ts'
import type { Preset } from './preset-names.ts'
import { withPreset } from './presets.ts'
import { asSite, oauthSettings, siteList, siteSection, type SiteSettings } from './settings.ts'

const TITLE = { en: 'your company account', 'zh-cn': '公司账号' }

const KINDS: Readonly<Partial<Record<Preset, SiteKind>>> = { wecom, dingtalk, feishu }
const kindOf = ({ preset }: SiteSettings): SiteKind => KINDS[preset] ?? standard

/** Read each time, so that changes take effect on all servers at once. @throws Error while it is switched off */
async function openSettings({ store, services }: HandlerContext, site: string): Promise<SiteSettings> {
  const settings =
    site === ''
      ? asSite(await readSettings(store, oauthSettings, services.seals))
      : await readSettings(store, siteSection(site), services.seals)
  if (!settings.isOpen) throw new Error('it is switched off')
  return withPreset(settings)
}

/** Logs people in at other sites by OAuth 2, OpenID Connect or similar protocols. */
export const oauthLogin: SignInRedirect = {
  id: 'oauth2',
  title: TITLE,
  async offered({ store, services }) {
    const settings = await readSettings(store, oauthSettings, services.seals)
    if (!settings.isOpen) return null
    return { title: TITLE, buttonText: settings.entranceTips, afterLogout: settings.logoutRedirectUri }
  },
  async others(ctx) {
    const { ids } = await readSettings(ctx.store, siteList)
    const sites = await Promise.all(
      // A site whose settings are unreadable must not prevent logins at others.
      ids.map(async (site) => ({ site, ...(await fittingValues(ctx, siteSection(site))) })),
    )
    return sites
      .filter(({ isOpen }) => isOpen)
      .map(({ site, title, entranceTips, logoutRedirectUri, icon, preset }) => ({
        site,
        title: { en: title || site, 'zh-cn': title || site },
        buttonText: entranceTips,
        afterLogout: logoutRedirectUri,
        icon: iconOf({ icon, preset }),
      }))
  },
  async start(ctx, { site, ...started }, signal) {
    const settings = await openSettings(ctx, site)
    return kindOf(settings).leave({ settings, services: ctx.services, signal, ...started })
  },
  async finish(ctx, { site, ...finished }, signal) {
    const settings = await openSettings(ctx, site)
    const kind = kindOf(settings)
    if (finished.query['error'] === 'access_denied' || kind.isDeclined?.(finished.query)) return null
    const {
      claims,
      site: name,
      idField,
    } = await kind.come({
      ...{ settings, services: ctx.services, signal },
      ...finished,
    })
    return { ...personFrom(claims, name, idField), mayBeNew: await mayBeNew(ctx, settings, claims) }
  },
}
