// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'

/** The parts of the web as a document of a site at this path has them. */
async function documentAt(path: string) {
  vi.resetModules()
  if (path === '') delete document.documentElement.dataset['site']
  else document.documentElement.dataset['site'] = path
  return {
    ...(await import('./site-path.ts')),
    ...(await import('./session/own-names.ts')),
    ...(await import('./session/stored-user.ts')),
    ...(await import('./uploads/send-file.ts')),
  }
}
const linkTo = (address: string) => Object.assign(document.createElement('a'), { href: address })

beforeEach(() => localStorage.clear())

describe.each(['', '/docs', '/team-a/docs_2'])('in a document of a site at the path "%s"', (path) => {
  it('an address of the site is found again below it', async () => {
    const { atSite, belowSite, pathBelow, wholeAddress } = await documentAt(path)

    for (const address of ['/', '/7/8', '/docs', '/docs/7', '/p/key']) {
      expect(pathBelow(atSite(address))).toBe(address)
      expect(belowSite(linkTo(wholeAddress(address)))).toBe(address)
      expect(new URL(wholeAddress(address)).origin).toBe(location.origin)
    }
  })

  it('what lies elsewhere is none', async () => {
    const { belowSite } = await documentAt(path)

    expect(belowSite(linkTo('https://other.example/docs/7'))).toBeNull()
    if (path !== '') for (const beside of ['/', '/7', `${path}y/7`, path]) expect(belowSite(linkTo(beside))).toBeNull()
  })

  it('a file is named in a text by its path below the site', async () => {
    const { pathOf, wholeAddress } = await documentAt(path)

    expect(pathOf(wholeAddress('/attachment/x'))).toBe('/attachment/x')
    expect(pathOf('/attachment/x')).toBe('/attachment/x')
  })
})

it('[ENT-LOCAL-03] sites at several paths of one host keep what they keep apart, and forget their own alone', async () => {
  const paths = ['', '/docs', '/docs2', '/docs/inner']
  const user = (path: string) => ({ username: `user of ${path}`, name: '' })
  for (const path of paths) (await documentAt(path)).storeUser(user(path))

  for (const [at, path] of paths.entries()) {
    const own = await documentAt(path)
    expect(own.ownNamesIn(localStorage)).toEqual(['user_info'])
    own.forgetAccount()
    expect(localStorage).toHaveLength(paths.length - at - 1)
  }
})
