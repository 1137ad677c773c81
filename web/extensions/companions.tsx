import { Contributed } from './contributed.tsx'
import { companions } from './points.ts'

const NOTHING = {}

export const Companions = () => <Contributed point={companions} with={NOTHING} failure="toast" />
