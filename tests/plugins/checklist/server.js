import { pageKind } from './kind.js'

export default ({ contribute, pageKinds }) => ({ contributes: [contribute(pageKinds, pageKind)] })
