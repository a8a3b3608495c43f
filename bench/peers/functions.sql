CREATE FUNCTION companies_newest_news(c companies) RETURNS SETOF news_items LANGUAGE sql STABLE AS $$
  SELECT n.* FROM company_news cn JOIN news_items n ON n.id = cn.news_item_id
  WHERE cn.company_id = c.id AND NOT cn.is_copy ORDER BY cn.published_at DESC, cn.news_item_id DESC $$;
CREATE FUNCTION companies_newest_events(c companies) RETURNS SETOF events LANGUAGE sql STABLE AS $$
  SELECT e.* FROM events e WHERE e.id IN (SELECT ec.event_id FROM event_companies ec WHERE ec.company_id = c.id)
  ORDER BY e.last_updated DESC, e.id DESC $$;
CREATE FUNCTION markets_history(m markets) RETURNS SETOF criteria_versions LANGUAGE sql STABLE AS $$
  SELECT v.* FROM criteria_versions v JOIN jobs j ON j.id = v.job_id
  WHERE v.market_id = m.id AND j.status = 'completed' ORDER BY v.id DESC $$;
