// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { stubMatchMedia } from '#tests/support/missing-in-jsdom.ts'
import { mounted } from '#tests/support/mounted.tsx'
import { Themed } from '../theme/themed.tsx'
import { PasswordField } from './password-field.tsx'

beforeEach(stubMatchMedia)

it('a password that is wrong is marked as invalid, with the reason', async () => {
  const { place } = await mounted(
    <Themed>
      <PasswordField label="Good" />
      <PasswordField label="Wrong" error="Too short." />
    </Themed>,
    {},
  )
  const [good, wrong] = place.querySelectorAll('input')

  expect(good?.getAttribute('aria-invalid')).toBeNull()
  expect(wrong?.getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(wrong?.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Too short.')
})
