import { api, PreparedJson } from '~/http/api.server'
import { openApi } from '~/openapi/document.server'

let prepared: PreparedJson | undefined

export const loader = api('shared', {
  GET: async () => {
    prepared ??= new PreparedJson(JSON.stringify(openApi()))
    return prepared
  },
})
