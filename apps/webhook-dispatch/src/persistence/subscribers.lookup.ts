/**
 * Scalar subquery for a statement of another slice: the endpoints of the app `$1` as
 * `[{endpointId, eventTypes}]`. Disabled ones too: their events are held.
 */
export const SUBSCRIBERS_OF_APP = `SELECT coalesce(jsonb_agg(jsonb_build_object(
    'endpointId', webhook_endpoint_id, 'eventTypes', to_jsonb(event_types))), '[]'::jsonb)
  FROM webhook_endpoints WHERE customer_app_id = $1 AND deleted_at IS NULL`;
