export { Fragment } from 'react/jsx-runtime'
export { jsx, jsxs } from './guarded-elements.ts'
