// @vitest-environment jsdom
import { act, type ReactNode } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { stubDialogs, stubFonts, stubMatchMedia, stubResizeObserver } from '#tests/support/missing-in-jsdom.ts'
import { type Answers, mounted, Refused, typeInto, until } from '#tests/support/mounted.tsx'
import { Themed } from '#web/theme/themed.tsx'
import { QuotaDialog } from './files/space/quota-dialog.tsx'
import { AccountDialog } from './people/account-dialog.tsx'
import { LogoField } from './look/logo-field.tsx'
import type { ListedAccount } from './people/listed-account.ts'
import { SettingsSection } from './settings-section.tsx'

beforeEach(() => {
  // Missing in jsdom, but needed for the fields and for dialogs.
  stubFonts()
  stubResizeObserver()
  stubMatchMedia()
  stubDialogs()
})

const MEI = { userId: 2, username: 'mei', name: 'Mei', hasPassword: true, passwordStamp: 'first' } as ListedAccount
const USED = {
  ...{ id: 2, name: 'mei', detail: 'Mei', files: 0, fileBytes: 0, textBytes: 0 },
  ...{ textMegabytes: 10, fileMegabytes: 20 },
}
const DEFAULTS = { textMegabytes: 0, fileMegabytes: 0 }
const storage = (bucket: string) => ({
  ...{ provider: 'aliyun', key: '', secret: '', endpoint: '', bucket, protocol: 'https', domain: '', region: '' },
  ...{ secretId: '', secretKey: '', kind: '', address: '' },
})
const config = (values: object) => ({
  ...{ registerOpen: true, homePage: 1, homeItem: 0, ossOpen: true, ossSetting: storage('') },
  ...{ historyVersionCount: 20, beian: '', showWatermark: false, siteUrl: '' },
  ...{ textMegabytesPerPerson: 31, textMegabytesPerItem: 32, fileMegabytesPerPerson: 33, fileMegabytesPerItem: 34 },
  ...{ setBy: { siteUrl: false, storage: false }, stamps: { secret: '', secretKey: '' }, kinds: [] },
  ...values,
})
const sections = (value: string) => ({
  sections: [
    {
      ...{ id: 'look', title: 'Look' },
      fields: [
        { name: 'title', label: 'Title', hint: '', kind: 'text', value },
        { name: 'slogan', label: 'Slogan', hint: '', kind: 'text', value: 'Write' },
      ],
    },
  ],
})
const SITE_ALONE = { sections: [{ id: 'site', title: 'Site', fields: [] }] }
const closed = (): void => undefined

interface Form {
  readonly element: ReactNode
  /** What is read while the value is this one. */
  answers(value: string): Answers
  readonly write: string
  readonly field: string
  /** The value at first; others save `77`, and `88` is typed. */
  readonly first: string
  readonly sent: unknown
}

const FORMS: readonly (readonly [string, Form])[] = [
  [
    'a section of the settings',
    {
      element: <SettingsSection />,
      answers: (value) => ({ 'settings.read': () => sections(value) }),
      ...{ write: 'settings.write', field: 'title', first: '11', sent: { section: 'look', values: { title: '88' } } },
    },
  ],
  [
    'the settings of the site',
    {
      element: <SettingsSection />,
      answers: (value) => ({
        'settings.read': () => SITE_ALONE,
        'siteConfig.load': () => config({ fileMegabytesPerItem: Number(value) }),
      }),
      ...{ write: 'siteConfig.save', field: 'fileMegabytesPerItem', first: '11', sent: { fileMegabytesPerItem: 88 } },
    },
  ],
  [
    'the name of an account',
    {
      element: <AccountDialog account={{ ...MEI, name: '11' }} onClose={closed} />,
      answers: () => ({}),
      ...{ write: 'adminUser.save', field: 'name', first: '11' },
      sent: {
        ...{ userId: 2, username: 'mei', password: '', name: '88' },
        ...{ replacesOtherLogin: false, mustChangePassword: false },
      },
    },
  ],
  [
    'the limit of a person',
    {
      element: <QuotaDialog kind="person" used={{ ...USED, fileMegabytes: 11 }} defaults={DEFAULTS} onClose={closed} />,
      answers: () => ({}),
      ...{
        write: 'space.setQuota',
        field: 'fileMegabytes',
        first: '11',
        sent: { kind: 'person', id: 2, fileMegabytes: 88 },
      },
    },
  ],
]

const fieldOf = (value: string) => [...document.querySelectorAll('input')].find((input) => input.value === value)

async function type(before: string, after: string): Promise<void> {
  await until(() => fieldOf(before))
  await act(async () => {
    const input = fieldOf(before)
    typeInto(input, after)
  })
}
const submit = (typed: string) => act(async () => fieldOf(typed)?.form?.requestSubmit())

interface Sent {
  readonly seen: Readonly<Record<string, string>>
}

it.each(FORMS)('[ADMIN-25] %s replaces what somebody else saved meanwhile only when saved again', async (_, form) => {
  const { element, answers, write, field, first, sent } = form
  const saved: unknown[] = []
  const { place } = await mounted(<Themed>{element}</Themed>, {
    ...answers(first),
    [write]: ({ seen, ...input }: Sent) => {
      if (seen[field] !== '77') throw new Refused('overtaken', { [field]: '77' })
      saved.push(input)
      return {}
    },
  })
  await type(first, '88')

  await submit('88')
  await until(() => place.textContent?.includes('Somebody else has saved “77” meanwhile'))
  expect(saved).toEqual([])
  expect(fieldOf('88')).toBeDefined()

  await submit('88')
  await until(() => saved.length > 0)
  expect(saved).toEqual([sent])
})

it.each(FORMS)('[ADMIN-25] %s shows another refusal after somebody else has saved', async (_, form) => {
  const { element, answers, write, field, first } = form
  const { place } = await mounted(<Themed>{element}</Themed>, {
    ...answers(first),
    [write]: ({ seen }: Sent) => {
      throw seen[field] === '77' ? new Refused('notFound') : new Refused('overtaken', { [field]: '77' })
    },
  })
  const isOvertaken = () => place.textContent?.includes('Somebody else has saved “77” meanwhile')
  await type(first, '88')
  await submit('88')
  await until(isOvertaken)

  await submit('88')

  await until(() => place.querySelector('[role=alert]'))
  expect(isOvertaken()).toBe(false)
})

it('[ADMIN-09] a password replaces one that somebody else has given meanwhile only when saved again', async () => {
  const seenStamps: unknown[] = []
  const { place } = await mounted(
    <Themed>
      <AccountDialog account={MEI} onClose={closed} />
    </Themed>,
    {
      'adminUser.save': ({ seen }: Sent) => {
        seenStamps.push(seen['password'])
        if (seen['password'] !== 'second') throw new Refused('overtaken', { password: 'second' })
        return {}
      },
    },
  )
  await until(() => place.querySelector('input[type=password]'))
  await act(async () => typeInto(place.querySelector<HTMLInputElement>('input[type=password]'), 'a long sentence'))

  await submit('a long sentence')
  await until(() => place.textContent?.includes('Somebody else has saved another value meanwhile'))
  await submit('a long sentence')

  await until(() => seenStamps.length === 2)
  expect(seenStamps).toEqual(['first', 'second'])
})

it('[ADMIN-31] a value for a storage that is no longer shown is told of as well', async () => {
  const saved: unknown[] = []
  const { place } = await mounted(
    <Themed>
      <SettingsSection />
    </Themed>,
    {
      'settings.read': () => SITE_ALONE,
      'siteConfig.load': () => config({}),
      'siteConfig.save': ({ seen }: Sent) => {
        if (seen['bucket'] !== 'theirs') throw new Refused('overtaken', { bucket: 'theirs' })
        saved.push(seen)
        return {}
      },
    },
  )
  await until(() => fieldOf('34'))
  const bucket = [...document.querySelectorAll('input')].find(({ id }) => id.endsWith('-bucket'))
  await act(async () => {
    typeInto(bucket, 'mine')
  })
  const isOpen = [...document.querySelectorAll('input')].find(({ id }) => id.endsWith('-ossOpen'))
  await act(async () => isOpen?.click())

  await act(async () => isOpen?.form?.requestSubmit())

  await until(() => place.querySelector('[role=alert]'))
  expect(place.querySelector('[role=alert]')?.textContent).toContain('Somebody else has saved “theirs” meanwhile')
  expect(saved).toEqual([])
})

it('a logo that somebody else has chosen meanwhile is shown before it is removed', async () => {
  const seenLogos: unknown[] = []
  let stored = '/mine.png'
  const { place } = await mounted(
    <Themed>
      <LogoField />
    </Themed>,
    {
      'site.look': () => ({ name: '', logo: stored, help: '', feedback: '' }),
      'site.removeLogo': ({ seen }: Sent) => {
        seenLogos.push(seen['logo'])
        if (seen['logo'] !== '/theirs.png') throw new Refused('overtaken', { logo: (stored = '/theirs.png') })
        stored = ''
        return {}
      },
    },
  )
  const remove = async (): Promise<void> => {
    const button = (within: ParentNode) => [...within.querySelectorAll('button')].find(hasText('look.remove'))
    await until(() => button(place))
    await act(async () => button(place)?.click())
    await until(() => document.querySelector('dialog'))
    await act(async () => button(document.querySelector('dialog') ?? document)?.click())
  }

  await remove()
  await until(() => place.querySelector('[role=alert]'))
  await until(() => place.querySelector('img')?.getAttribute('src')?.endsWith('/theirs.png'))
  await until(() => !document.querySelector('dialog'))
  await remove()

  await until(() => !place.querySelector('img'))
  expect(seenLogos).toEqual(['/mine.png', '/theirs.png'])
  expect(place.querySelector('[role=alert]')).toBeNull()
})

const hasText =
  (text: string) =>
  ({ textContent }: Element): boolean =>
    textContent === text
