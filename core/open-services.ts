import type { OpenServices, Services } from './context.ts'
import type { ExtensionPoint } from './extension.ts'
import type { OwnParts } from './open-store.ts'
import { ownSeals } from './own-seals.ts'
import { isFromProduct, seenLess, wholeOf } from './seen-less.ts'

/** Everything, also where a plugin has handed over what it got. */
export const wholeServices = (services: OpenServices): Services => wholeOf<Services>(services)

/**
 * The services as a plugin gets them: at run time, too, there is nothing but what the type has. It sends no letters in
 * the name of the site, reads no file that no door has opened, and asks for no value that was meant for the product.
 * @throws Error for services that another plugin has made: they would be told what this one seals
 */
export function openServicesOf(given: OpenServices, { pluginId }: OwnParts): OpenServices {
  if (!isFromProduct(given)) throw new Error(`the plugin ${pluginId} is handed services that the product has not made`)
  const whole = wholeServices(given)
  const { clock, keys, log, outbound, qrCodes, renderer } = whole
  const open: OpenServices = {
    ...{ clock, keys, log, outbound, qrCodes, renderer },
    concurrency: { run: (caller, work) => whole.concurrency.run(`${pluginId} ${caller}`, work) },
    seals: ownSeals(whole.seals, pluginId),
    extensions: (point) => whole.extensions(ownPoint(point, pluginId)),
  }
  return seenLess(open, whole)
}

function ownPoint<T>(point: ExtensionPoint<T>, pluginId: string): ExtensionPoint<T> {
  // Read once: an object could answer otherwise each time.
  const { id } = point
  if (typeof id === 'string' && id.startsWith(`${pluginId}.`)) return { ...point, id }
  throw new Error(`the plugin ${pluginId} has no access to the values at ${id}: its own points begin with ${pluginId}.`)
}
