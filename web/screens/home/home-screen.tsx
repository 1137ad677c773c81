import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { api } from '../../api/trpc.ts'
import { LandingPage } from './landing-page.tsx'

const LOGIN_PAGE = 2
const ONE_ITEM = 3

/** `/`: the landing page, the login or an item, depending on the site settings (spec §2). */
export function HomeScreen() {
  const [, navigate] = useLocation()
  const { data: site, isError } = api.site.homePage.useQuery({}, { meta: { isQuiet: true } })
  const target = site ? targetOf(site) : null

  useEffect(() => {
    if (target !== null) navigate(target, { replace: true })
  }, [target, navigate])

  const isLanding = isError || (site !== undefined && target === null)
  return isLanding ? <LandingPage filingNumber={site?.beian ?? ''} /> : null
}

const targetOf = ({ homePage, homeItem }: { homePage: number; homeItem: number }): string | null => {
  if (homePage === LOGIN_PAGE) return '/user/login'
  return homePage === ONE_ITEM && homeItem > 0 ? `/${homeItem}` : null
}
