import { expect, it, onTestFinished } from 'vitest'
import { FixedClock } from '#tests/support/services.ts'
import { OauthSite } from '#tests/support/oauth-site.ts'
import { OidcSite } from '#tests/support/oidc-site.ts'
import { discovered } from './discovery.ts'

const timesAsked = ({ asked }: { readonly asked: readonly string[] }): number =>
  asked.filter((path) => path.startsWith('/.well-known/')).length
const openSite = async (): Promise<OidcSite> => {
  const site = await OidcSite.with(['https://docs.example.org/user/login/oauth2/finish'])
  onTestFinished(() => site.close())
  return site
}

it('asks an issuer once, however many want to know it at once, and again after ten minutes', async () => {
  const [site, clock] = [await openSite(), new FixedClock()]
  const ask = () => discovered(site.issuer, { clock })

  const answers = await Promise.all(Array.from({ length: 20 }, ask))
  clock.advance(10 * 60_000 - 1)
  await ask()
  const within = timesAsked(site)
  clock.advance(1)
  await ask()

  expect(answers.every(({ issuer }) => issuer === site.issuer)).toBe(true)
  expect([within, timesAsked(site)]).toEqual([1, 2])
})

it('remembers for ten seconds that an issuer does not say who it is, and finds it once it does', async () => {
  const [site, clock] = [new OauthSite(), new FixedClock()]
  await site.open()
  onTestFinished(() => site.close())
  const ask = () => discovered(`http://${site.host}`, { clock }).catch(() => 'failed')

  const all = await Promise.all(Array.from({ length: 20 }, ask))
  clock.advance(9_999)
  const [still, within] = [await ask(), timesAsked(site)]
  clock.advance(1)
  await ask()

  expect(new Set([...all, still])).toEqual(new Set(['failed']))
  expect([within, timesAsked(site)]).toEqual([1, 2])
})

it('keeps what eight issuers say, so that nobody fills the memory', async () => {
  const [site, clock] = [await openSite(), new FixedClock()]
  const ask = (path: string) => discovered(`${site.issuer}${path}`, { clock }).catch(() => null)

  await ask('')
  for (let n = 0; n < 7; n += 1) await ask(`/no-such-${n}`)
  await ask('')
  const kept = site.asked.filter((path) => path === '/.well-known/openid-configuration').length
  await ask('/one-more')
  await ask('')

  const asked = site.asked.filter((path) => path === '/.well-known/openid-configuration').length
  expect([kept, asked]).toEqual([1, 2])
})
