// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { stubFonts, stubMatchMedia, stubResizeObserver } from '#tests/support/missing-in-jsdom.ts'
import { mounted, typeInto, until } from '#tests/support/mounted.tsx'
import { Themed } from '#web/theme/themed.tsx'
import type { LoadedConfig } from './site-fields.ts'
import { SiteSectionForm } from './site-section-form.tsx'

beforeEach(() => {
  // Missing in jsdom, but needed for the fields.
  stubFonts()
  stubResizeObserver()
  stubMatchMedia()
})

/** An object storage is switched on that an earlier version kept without checking it. */
const CONFIG: LoadedConfig = {
  ...{ registerOpen: true, homePage: 1, homeItem: 0, historyVersionCount: 20, beian: '', showWatermark: false },
  ...{ siteUrl: '', textMegabytesPerPerson: 0, textMegabytesPerItem: 0 },
  ...{ fileMegabytesPerPerson: 0, fileMegabytesPerItem: 0, ossOpen: true },
  ossSetting: {
    ...{ provider: 's3_storage', protocol: 'https', key: '', secret: '', endpoint: '', region: '', bucket: '' },
    ...{ domain: '', secretId: '', secretKey: '', kind: '', address: '' },
  },
  setBy: { siteUrl: false, storage: false },
  stamps: { secret: '', secretKey: '' },
  kinds: [],
}

async function form(config = CONFIG) {
  const sent: unknown[] = []
  const { place } = await mounted(
    <Themed>
      <SiteSectionForm config={config} reload={async () => undefined} onUnsaved={() => undefined} />
    </Themed>,
    {
      'siteConfig.save': (input) => {
        sent.push(input)
        return {}
      },
    },
  )
  const field = (name: string) => place.querySelector<HTMLInputElement>(`[id$="-${name}"]`)
  await until(() => field('endpoint') ?? field('address'))
  return { place, sent, field, submit: () => act(async () => place.querySelector('form')?.requestSubmit()) }
}

it('[ADMIN-31] an object storage is saved only when all it needs is there, and each empty field says so', async () => {
  const { place, sent, field, submit } = await form()
  await act(async () => typeInto(field('bucket'), 'docs'))

  await submit()

  await until(() => place.textContent?.includes('Enter something here.'))
  const marked = ['key', 'secret', 'endpoint', 'region', 'bucket', 'domain'].filter((name) => {
    const said = field(name)?.getAttribute('aria-describedby')?.split(' ') ?? []
    return said.some((id) => document.getElementById(id)?.textContent === 'Enter something here.')
  })
  expect(marked).toEqual(['key', 'secret', 'endpoint'])
  expect(document.activeElement).toBe(field('key'))
  expect(sent).toEqual([])

  for (const name of marked) await act(async () => typeInto(field(name), 'given'))
  await submit()
  await until(() => sent.length > 0)
})

it('an incomplete object storage of an earlier version does not prevent other changes', async () => {
  const { sent, field, submit } = await form()
  await act(async () => typeInto(field('historyVersionCount'), '30'))

  await submit()

  await until(() => sent.length > 0)
})

it('a storage of a plugin is described by its address alone, also while its plugin does not run', async () => {
  const ossSetting = { ...CONFIG.ossSetting, kind: 'drawer', address: '********' }
  const { place, sent, field, submit } = await form({ ...CONFIG, ossSetting })

  expect(['key', 'endpoint', 'bucket', 'domain'].filter((name) => field(name))).toEqual([])
  expect([...place.querySelectorAll('input')].some(({ value }) => value === 'drawer')).toBe(true)
  await act(async () => typeInto(field('address'), 'drawer://sesame@docs'))
  await submit()

  await until(() => sent.length > 0)
  expect(sent).toMatchObject([{ ossSetting: { address: 'drawer://sesame@docs' } }])
})
