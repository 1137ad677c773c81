// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { stubMatchMedia } from '#tests/support/missing-in-jsdom.ts'
import { mounted, until } from '#tests/support/mounted.tsx'
import { Themed } from '#web/theme/themed.tsx'
import { BackupsSection } from './backups-section.tsx'

// Not implemented in jsdom, but needed for the colors of the fields.
beforeEach(() => {
  stubMatchMedia()
})

const SECTION = (
  <Themed>
    <BackupsSection />
  </Themed>
)
const READ = {
  ...{ place: '/srv/backup', haveKey: true, plan: { isOn: false, hour: 3 }, nextAt: null },
  ...{ lastProvedAt: '2026-03-01T03:00:00.000Z', problem: '', failedAt: null, placeProblem: '' },
}
const BACKUP = {
  ...{ name: 'octavo-20260301T030000Z.tar.gz', madeAt: '2026-03-01T03:00:00.000Z', bytes: 5 * 1024 * 1024 },
  ...{ state: 'proved', rows: 1200, files: 3, missingFiles: 0, filesElsewhere: 0, sum: 'abc123', problem: '' },
}
const BROKEN = { ...BACKUP, name: `${BACKUP.name}.broken`, state: 'broken', problem: 'its end is missing' }

it('shows what is known of each backup, and calls only restored ones good', async () => {
  const { place } = await mounted(SECTION, {
    'backup.read': () => ({ ...READ, problem: 'the disk is full', failedAt: '2026-03-02T03:00:00.000Z' }),
    'backup.list': () => ({ backups: [BROKEN, BACKUP], total: 2 }),
  })
  await until(() => place.textContent?.includes('its end is missing'))

  const states = [...place.querySelectorAll('.state-badge')].map((badge) => badge.getAttribute('data-state'))
  expect(states).toEqual(['broken', 'proved'])
  expect(place.querySelector('[role=alert]')?.textContent).toContain('the disk is full')
  expect(place.querySelector('.backup-receipt')?.textContent).toContain('abc123')
})

it('plans a daily backup at the chosen time', async () => {
  const asked: unknown[] = []
  const { place } = await mounted(SECTION, {
    'backup.read': () => READ,
    'backup.list': () => ({ backups: [], total: 0 }),
    'backup.plan': (input) => {
      asked.push(input)
      return {}
    },
  })
  await until(() => place.querySelector('input[type=checkbox]'))

  await act(async () => place.querySelector<HTMLInputElement>('input[type=checkbox]')?.click())

  await until(() => asked.length > 0)
  expect(asked).toEqual([{ isOn: true }])
})

it('shows both choices of the plan until the server has confirmed them, sent one after the other', async () => {
  const asked: unknown[] = []
  const confirmed = Promise.withResolvers<object>()
  const { place } = await mounted(SECTION, {
    'backup.read': () => READ,
    'backup.list': () => ({ backups: [], total: 0 }),
    'backup.plan': (input) => {
      asked.push(input)
      return confirmed.promise
    },
  })
  await until(() => place.querySelector('input[type=checkbox]'))
  const chosen = () => [
    place.querySelector<HTMLInputElement>('input[type=checkbox]')?.checked,
    place.querySelector('select')?.value,
  ]

  await act(async () => place.querySelector<HTMLInputElement>('input[type=checkbox]')?.click())
  await act(async () => {
    const hour = place.querySelector('select')
    if (hour) hour.value = '5'
    hour?.dispatchEvent(new Event('change', { bubbles: true }))
  })

  await until(() => chosen()[1] === '5')
  expect(chosen()).toEqual([true, '5'])
  expect(asked).toEqual([{ isOn: true }])
  await act(async () => confirmed.resolve({}))
  await until(() => asked.length > 1)
  expect(asked).toEqual([{ isOn: true }, { hour: 5, seen: { hour: '3' } }])
})

it('says what the operator has to do when there is no place for backups', async () => {
  const { place } = await mounted(SECTION, { 'backup.read': () => ({ ...READ, place: '' }) })
  await until(() => place.querySelector('.state'))

  expect(place.textContent).toContain('backups.offText')
  expect(place.querySelector('button')).toBeNull()
})

it('says in red that the place does not answer, and lets the plan be changed', async () => {
  const { place } = await mounted(SECTION, {
    'backup.read': () => ({ ...READ, lastProvedAt: null, placeProblem: 's3://backups/ cannot be listed' }),
    'backup.list': () => ({ backups: [], total: 0 }),
  })
  await until(() => place.querySelector('[role=alert]'))

  expect(place.querySelector('[role=alert]')?.textContent).toContain('s3://backups/ cannot be listed')
  expect(place.textContent).not.toContain('backups.neverProved')
  expect(place.querySelector('input[type=checkbox]')).not.toBeNull()
})
