import { recordByServer } from '#core/audit/by-server.ts'
import type { Store } from '#core/ports/store.ts'
import { readSettings, writeSettings } from '#core/settings.ts'
import { siteSettings } from '#core/site/settings.ts'
import { noteSource } from './arrangement.ts'
import { keyMarks } from './key-marks.ts'
import type { NotedSource } from './note.ts'
import { Findings } from './plan/findings.ts'
import { MOST_KEPT } from './plan/versions-kept.ts'
import { storedSettings } from './settings-here.ts'
import { SettingMarks, SettingsThere } from './settings-there.ts'
import type { Step } from './step.ts'

const NAME = 'history_version_count'

interface Keeping {
  readonly source: NotedSource
  readonly findings: Findings
}

/**
 * Lets the site keep as many former versions as ShowDoc does where the next save of a page that comes would cut its
 * history, unless somebody has changed that here since it was done. To be called before any page comes, because people
 * may save it at once.
 * @returns what is noted of the ShowDoc now
 */
export async function keepHistories(step: Step): Promise<NotedSource> {
  const { showdoc, application, arrangement, plan } = step
  const { source } = arrangement
  const there = new SettingsThere(showdoc.database, plan)
  if (there.versions > MOST_KEPT)
    plan.findings.change('options', there.rowOf(NAME), 'historyCountMost', { count: there.versions, most: MOST_KEPT })
  const { historyVersionCount } = await readSettings(application.product.database, siteSettings)
  if (there.longestHistory < historyVersionCount || historyVersionCount >= MOST_KEPT) return source
  await step.assertAlone()
  const kept = await application.carrying.carry(({ store }) => keptIn(store, step, there))
  if (kept.source !== source) step.note()
  plan.findings.addAll(kept.findings)
  return kept.source
}

async function keptIn(
  store: Store,
  { showdoc, application, arrangement: { source } }: Step,
  there: SettingsThere,
): Promise<Keeping> {
  const { services } = application.product
  const findings = new Findings()
  const marks = new SettingMarks(await keyMarks(store, services), services.seals)
  const came = source.settings?.[NAME]
  const before = await storedSettings(store)
  const ofSite = await readSettings(store, siteSettings)
  const values = { name: NAME, before: ofSite.historyVersionCount }
  // Where its settings are those of the site, what became of each is told with the others.
  const isTold = !source.isOwnSite || showdoc.only !== null
  if (came && came.here !== marks.here(NAME, before)) {
    if (isTold) findings.keep('options', there.rowOf(NAME), 'historyCountStays', values)
    return { source, findings }
  }
  const count = there.versionsKept
  if (count <= ofSite.historyVersionCount) return { source, findings }
  await writeSettings(store, siteSettings, { ...ofSite, historyVersionCount: count })
  await recordByServer(store, services, [
    { action: 'settings.changed', object: { kind: 'settings', id: siteSettings.id }, detail: NAME },
  ])
  const id = there.rowOf(NAME)
  const told = { table: 'options', id, reason: 'historyCountRaised', values: { ...values, count } } as const
  const next: NotedSource = {
    ...source,
    settings: { ...source.settings, [NAME]: marks.both(NAME, there, await storedSettings(store)) },
    ...(isTold && { changed: [...source.changed.filter(({ reason }) => reason !== told.reason), told] }),
  }
  await noteSource(store, next)
  return { source: next, findings }
}
