import { openApi } from '~/api/openapi/document.server'
import { api, PreparedJson } from '~/base/http/api.server'

let prepared: PreparedJson | undefined

export const loader = api('shared', {
  GET: async () => {
    prepared ??= new PreparedJson(JSON.stringify(openApi()))
    return prepared
  },
})
