import Bowser from 'bowser'

/** The program with this user agent in words; unknown parts are null. */
export interface Device {
  /** With the main version, e.g. `Firefox 140`; for a program that is not a browser, its own name. */
  readonly program: string | null
  readonly system: string | null
  readonly kind: 'desktop' | 'mobile' | 'program'
}

const LONGEST_NAME = 40

export function deviceOf(userAgent: string): Device {
  if (userAgent === '') return { program: null, system: null, kind: 'program' }
  const { browser, os, platform } = Bowser.parse(userAgent)
  const system = [os.name, os.versionName].filter(Boolean).join(' ') || null
  // Programs send their name and version, without the comments in which browsers name their system.
  const isBrowser = Boolean(browser.name) && system !== null
  if (!isBrowser) return { program: userAgent.split(' ')[0]?.slice(0, LONGEST_NAME) ?? null, system, kind: 'program' }
  const version = browser.version?.split('.')[0] ?? ''
  const isMobile = platform.type === 'mobile' || platform.type === 'tablet'
  return { program: `${browser.name} ${version}`.trim(), system, kind: isMobile ? 'mobile' : 'desktop' }
}
