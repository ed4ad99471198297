/** Every address of the API that is not in the table. */
const notFound = () => Response.json({ msg: 'Not found' }, { status: 404 })

export { notFound as action, notFound as loader }
