// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { stubFonts, stubMatchMedia, stubResizeObserver } from '#tests/support/missing-in-jsdom.ts'
import { mounted, typeInto, until } from '#tests/support/mounted.tsx'
import { Themed } from '#web/theme/themed.tsx'
import { SectionForm } from './section-form.tsx'

beforeEach(() => {
  // Missing in jsdom, but needed for the fields.
  stubFonts()
  stubResizeObserver()
  stubMatchMedia()
})

it('what a trial of the mail server found goes when the form changes, and the recipient stays', async () => {
  const tried: unknown[] = []
  const { place } = await mounted(
    <Themed>
      <SectionForm
        section={{
          id: 'mail',
          title: 'Mail',
          fields: [{ name: 'host', kind: 'text', label: 'Host', hint: '', value: '' }],
        }}
        reload={async () => undefined}
        onUnsaved={() => undefined}
      />
    </Themed>,
    {
      'account.me': () => ({ email: '' }),
      'siteConfig.tryMail': (input) => {
        tried.push(input)
        return { problem: 'connection', answer: '' }
      },
    },
  )
  const recipient = () => place.querySelector<HTMLInputElement>('input[type=email]')
  const host = () => place.querySelector<HTMLInputElement>('[id$="-host"]')
  await until(() => recipient() && host())
  await act(async () => typeInto(host(), 'one.example.org'))
  await act(async () => typeInto(recipient(), 'mei@example.org'))
  await act(async () => place.querySelector<HTMLButtonElement>('.mail-trial button')?.click())
  await until(() => place.querySelector('.trial-bad'))

  await act(async () => typeInto(host(), 'two.example.org'))

  expect(place.querySelector('.trial-bad')).toBeNull()
  expect(recipient()?.value).toBe('mei@example.org')
  await act(async () => place.querySelector<HTMLButtonElement>('.mail-trial button')?.click())
  await until(() => place.querySelector('.trial-bad'))
  expect(tried).toEqual(
    ['one', 'two'].map((name) => ({ to: 'mei@example.org', values: { host: `${name}.example.org` } })),
  )
})
