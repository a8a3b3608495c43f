CREATE FUNCTION companies_newest_news(c companies) RETURNS SETOF news_items LANGUAGE sql STABLE AS $$
  SELECT n.* FROM company_news cn JOIN news_items n ON n.id = cn.news_item_id
  WHERE cn.company_id = c.id AND NOT cn.is_copy ORDER BY cn.published_at DESC, cn.news_item_id DESC $$;
CREATE FUNCTION companies_newest_events(c companies) RETURNS SETOF events LANGUAGE sql STABLE AS $$
  SELECT e.* FROM events e WHERE e.id IN (SELECT ec.event_id FROM event_companies ec WHERE ec.company_id = c.id)
  ORDER BY e.last_updated DESC, e.id DESC $$;
CREATE FUNCTION markets_history(m markets) RETURNS SETOF criteria_versions LANGUAGE sql STABLE AS $$
  SELECT v.* FROM criteria_versions v JOIN jobs j ON j.id = v.job_id
  WHERE v.market_id = m.id AND j.status = 'completed' ORDER BY v.id DESC $$;
-- The sort keys come first, as in events.mjs.
CREATE FUNCTION monitored_events(size int, after_updated timestamptz, after_id int) RETURNS SETOF events LANGUAGE sql STABLE AS $$
  SELECT e.* FROM events e
  WHERE (e.last_updated, e.id) < (coalesce(after_updated, 'infinity'), coalesce(after_id, 2147483647))
    AND e.last_updated >= date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' - interval '1 day'
    AND e.last_updated < date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' + interval '1 day'
    AND EXISTS (SELECT FROM event_impacted_entities i WHERE i.event_id = e.id AND i.likelihood BETWEEN 2 AND 3 AND i.severity BETWEEN 2 AND 3)
  ORDER BY e.last_updated DESC, e.id DESC LIMIT size $$;
