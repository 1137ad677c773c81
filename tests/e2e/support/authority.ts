import { expect, type Locator } from '@playwright/test'

/**
 * Chooses in a field of the rights dialog, each of which saves at once, and waits until the dialog shows what was saved.
 * A field is off a moment after the choice, so that it is not says nothing right away.
 */
export async function chooseSaved(field: Locator, choice: string): Promise<void> {
  const page = field.page()
  // Asked for again once it is saved; an earlier answer may still be on its way.
  const saved = page.waitForResponse((reply) => /teamGrant\.save\b/.test(reply.url()))
  const read = saved.then(() => page.waitForResponse((reply) => /teamGrant\.list\b/.test(reply.url())))
  await field.selectOption(choice)
  await read
  await expect(page.getByRole('dialog').locator('select[aria-disabled=true]')).toHaveCount(0)
}
