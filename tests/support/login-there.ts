import oauthLogin from '#plugins/oauth-login/plugin.ts'
import { coreOperations } from '#core/operations.ts'
import { site, type Browser, type Site } from '#tests/rest/harness.ts'
import type { DingtalkSite, FeishuSite, WecomSite } from './chinese-sites.ts'
import type { GithubSite } from './github-site.ts'

/** The address of the product for login sites. */
export const HERE = 'https://docs.example.org'
export const PROBLEM = '/user/login?problem='
export const EVERYBODY = { new_accounts: 'everybody' }

export interface Visited {
  /** Follows the steps of a browser there. @returns the address it is redirected back to, without the origin */
  visit(address: string): Promise<string>
}

/** The product with only the plugin of these logins. */
export const siteWithLogins = (): Promise<Site> =>
  site({
    operations: { ...coreOperations, ...oauthLogin.operations },
    plugins: [oauthLogin],
    contributes: oauthLogin.contributes,
    environment: { PUBLIC_URL: HERE },
  })

/** The start path of a further site, with the prefix of its plugin. */
export const startOf = (id: string): string => `/user/login/${id}/start`

export const locationOf = async (asked: ReturnType<Browser['get']>): Promise<string> =>
  String((await asked).headers.location)
export const comeBack = (browser: Browser, url: string): Promise<string> =>
  locationOf(browser.request({ method: 'GET', url, headers: { 'sec-fetch-site': 'cross-site' } }))
export const whoIs = async (browser: Browser): Promise<unknown> => (await browser.post('user/info')).data.username

/** Logs in at the other site and returns. @returns the person here, and the final address */
export async function logInThere(browser: Browser, id: string, there: Visited): Promise<readonly [unknown, string]> {
  const landed = await comeBack(browser, await there.visit(await locationOf(browser.get(startOf(id)))))
  return [await whoIs(browser), landed]
}

/** The response to submitting the form of a further site. */
export const savedSite = (admin: Browser, id: string, form: object, isOpen = true) =>
  admin.postJson('oauthSites/save', { id, is_open: isOpen, form })

export const githubForm = ({ client, host }: GithubSite) => ({
  ...{ preset: 'github', title: 'GitHub', client_id: client.id, client_secret: client.secret },
  ...{ protocol: 'http', host },
})
export const wecomForm = ({ corpId, secret, agentId, host, loginAddress }: WecomSite) => ({
  ...{ preset: 'wecom', client_id: corpId, client_secret: secret, agent_id: agentId },
  ...{ protocol: 'http', host, login_address: loginAddress },
})
export const companyForm = (
  preset: 'dingtalk' | 'feishu',
  { client, host, loginAddress }: DingtalkSite | FeishuSite,
) => ({
  ...{ preset, client_id: client.id, client_secret: client.secret },
  ...{ protocol: 'http', host, login_address: loginAddress },
})
