import { sessionIn } from '../access/facts.ts'
import type { Context } from '../context.ts'
import { limits } from '../limits.ts'
import { wholeSeals } from '../own-seals.ts'

/** A browser in which somebody has logged in. */
interface Device {
  readonly userId: number
  /** Random; failures of this browser are counted under it. */
  readonly id: string
  /** Milliseconds since 1970. */
  readonly until: number
}

const DEVICES_KEPT = 10
const ID_BYTES = 12
const PURPOSE = 'devices'

/**
 * Identifies this browser if this person has logged in with it before; null if not. Other people's guesses never block
 * such a browser (threats T6).
 */
export const deviceOf = (ctx: Context, userId: number): string | null =>
  devicesIn(ctx).find((device) => device.userId === userId)?.id ?? null

/** Stores in the browser, sealed, that this person has logged in with it. */
export function rememberDevice(ctx: Context, userId: number): void {
  const { clock, keys, seals } = ctx.services
  const devices = devicesIn(ctx)
  const id = devices.find((device) => device.userId === userId)?.id ?? keys.random(ID_BYTES)
  const others = devices.filter((device) => device.userId !== userId).slice(1 - DEVICES_KEPT)
  const kept = [...others, { userId, id, until: clock.now().getTime() + limits.deviceMs }]
  sessionIn(ctx).rememberDevices(wholeSeals(seals).seal(JSON.stringify(kept), PURPOSE))
}

/** The logins still remembered; none when the cookie was not sealed by us. */
function devicesIn(ctx: Context): readonly Device[] {
  const { clock, seals } = ctx.services
  const { sealedDevices } = sessionIn(ctx)
  if (sealedDevices === null) return []
  try {
    const devices = JSON.parse(wholeSeals(seals).open(sealedDevices, PURPOSE)) as readonly Device[]
    return devices.filter(({ until }) => until > clock.now().getTime())
  } catch {
    return []
  }
}
