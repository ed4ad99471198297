import { api } from '~/api/calls/api.server'
import { openApi } from '~/api/openapi/document.server'
import { openApiOperations } from '~/api/openapi/operations.server'
import { PreparedJson } from '~/base/http/endpoint.server'

let prepared: PreparedJson | undefined

export const loader = api(openApiOperations, '/openapi.json', {
  GET: async () => {
    prepared ??= new PreparedJson(JSON.stringify(openApi()))
    return prepared
  },
})
