// SPDX-License-Identifier: GPL-2.0-only
#include "manet-topsim.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/pubsub-protocol-registry.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3::pubsub::manet
{

NS_LOG_COMPONENT_DEFINE("TopSim");

NS_OBJECT_ENSURE_REGISTERED(TopSim);

namespace
{

const RegisteredProtocol g_topsim({
    .name = "topsim",
    .label = "TopSim",
    .type = "ns3::TopSim",
    .rank = 20,
});

} // namespace

TypeId
TopSim::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TopSim")
            .SetParent<ShopParent>()
            .SetGroupName("PubSub")
            .AddConstructor<TopSim>()
            .AddAttribute("Threshold",
                          "Similarity (varBLEU, 0 to 2) above which a candidate counts as similar "
                          "(our choice; the paper leaves it to the configuration)",
                          DoubleValue(0.5),
                          MakeDoubleAccessor(&TopSim::m_threshold),
                          MakeDoubleChecker<double>(0.0, 2.0))
            .AddAttribute("SimilarityRule",
                          "Several topics: Primary compares the node's first topic with the "
                          "candidate's closest, MeanOfMaxima averages that over the node's topics "
                          "(our choice; the paper compares single topics)",
                          EnumValue(SimilarityRule::PRIMARY),
                          MakeEnumAccessor<SimilarityRule>(&TopSim::m_rule),
                          MakeEnumChecker(SimilarityRule::PRIMARY,
                                          "Primary",
                                          SimilarityRule::MEAN_OF_MAXIMA,
                                          "MeanOfMaxima"))
            .AddAttribute("Measure",
                          "How two topics are compared: VarBleu is the paper's; PrefixWeighted "
                          "counts what they share from the left, the first word most (ours)",
                          EnumValue(TopicMeasure::VAR_BLEU),
                          MakeEnumAccessor<TopicMeasure>(&TopSim::m_measure),
                          MakeEnumChecker(TopicMeasure::VAR_BLEU,
                                          "VarBleu",
                                          TopicMeasure::PREFIX_WEIGHTED,
                                          "PrefixWeighted"))
            .AddAttribute("Similarities",
                          "File with the similarities of words in meaning, which varBLEU then "
                          "counts; empty: words are the same or have nothing in common, as in the "
                          "paper (which leaves meaning for later)",
                          StringValue(""),
                          MakeStringAccessor(&TopSim::SetSimilarities, &TopSim::GetSimilarities),
                          MakeStringChecker())
            .AddAttribute("RootTopics",
                          "Whether the STATUS of a root has the topics that it publishes, too; if "
                          "not, a root without subscriptions is similar to no node (our choice; "
                          "the paper does not say)",
                          BooleanValue(true),
                          MakeBooleanAccessor(&TopSim::m_rootTopics),
                          MakeBooleanChecker())
            .AddAttribute(
                "StatusTopics",
                "The topics in a STATUS: All, or Primary for the first alone (the "
                "paper's message has a topic list)",
                EnumValue(StatusTopics::ALL),
                MakeEnumAccessor<StatusTopics>(&TopSim::m_statusTopics),
                MakeEnumChecker(StatusTopics::ALL, "All", StatusTopics::PRIMARY, "Primary"))
            .AddAttribute("Choice",
                          "Lexicographic: the most similar candidate above the threshold, then the "
                          "metric (the paper's); Weighted: the greatest weighted sum of letters, "
                          "meaning and overhead (ours; the paper leaves it for later)",
                          EnumValue(TopSimChoice::LEXICOGRAPHIC),
                          MakeEnumAccessor<TopSimChoice>(&TopSim::m_choice),
                          MakeEnumChecker(TopSimChoice::LEXICOGRAPHIC,
                                          "Lexicographic",
                                          TopSimChoice::WEIGHTED,
                                          "Weighted"))
            .AddAttribute("LettersWeight",
                          "Weight of the similarity by letters in the Weighted choice (our choice)",
                          DoubleValue(1.0),
                          MakeDoubleAccessor(&TopSim::m_lettersWeight),
                          MakeDoubleChecker<double>(0.0))
            .AddAttribute("MeaningWeight",
                          "Weight of the similarity by meaning in the Weighted choice (our choice)",
                          DoubleValue(1.0),
                          MakeDoubleAccessor(&TopSim::m_meaningWeight),
                          MakeDoubleChecker<double>(0.0))
            .AddAttribute("OverheadWeight",
                          "Weight of the growth in overhead, as a share of the greatest among the "
                          "candidates, in the Weighted choice (our choice)",
                          DoubleValue(1.0),
                          MakeDoubleAccessor(&TopSim::m_overheadWeight),
                          MakeDoubleChecker<double>(0.0))
            .AddAttribute("Reshop",
                          "Whether a node that has a parent looks around for a more similar one "
                          "every ShopPeriod; if not, only joining and losing the parent make it "
                          "choose (the paper's pseudo-code: while a node joins or leaves)",
                          BooleanValue(false),
                          MakeBooleanAccessor(&TopSim::m_reshop),
                          MakeBooleanChecker())
            .AddAttribute("CandidateSetSize",
                          "Candidates in the set C, the best by SHOPPARENT's metric; 0: all (our "
                          "choice; the paper does not say)",
                          UintegerValue(0),
                          MakeUintegerAccessor(&TopSim::m_candidateSet),
                          MakeUintegerChecker<uint32_t>(0, 255))
            .AddAttribute("JoinJitter",
                          "Greatest wait before the first JOIN of an inquiry, drawn uniformly, s "
                          "(our choice: all who hear one beacon would ask at the same time)",
                          TimeValue(MilliSeconds(50)),
                          MakeTimeAccessor(&TopSim::m_joinJitter),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("StatusJitter",
                          "Greatest wait before a STATUS, drawn uniformly, s (our choice: several "
                          "candidates answer one JOIN)",
                          TimeValue(MilliSeconds(50)),
                          MakeTimeAccessor(&TopSim::m_statusJitter),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("StatusTimeout",
                          "Wait for the answers to a JOIN, s (our choice)",
                          TimeValue(MilliSeconds(100)),
                          MakeTimeAccessor(&TopSim::m_statusTimeout),
                          MakeTimeChecker(MilliSeconds(1)))
            .AddAttribute("StatusLifetime",
                          "How long an answer is used before the candidate is asked again, s (our "
                          "choice)",
                          TimeValue(Seconds(30)),
                          MakeTimeAccessor(&TopSim::m_statusLifetime),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("MaxJoins",
                          "JOINs sent before those who do not answer are left out (our choice)",
                          UintegerValue(2),
                          MakeUintegerAccessor(&TopSim::m_maxJoins),
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

TopSim::TopSim() = default;

TopSim::~TopSim() = default;

void
TopSim::DoDispose()
{
    NS_LOG_FUNCTION(this);
    for (auto& [root, inquiry] : m_inquiries)
    {
        inquiry.timer.Cancel();
    }
    m_inquiries.clear();
    ShopParent::DoDispose();
}

void
TopSim::Leave()
{
    NS_LOG_FUNCTION(this);
    for (auto& [root, inquiry] : m_inquiries)
    {
        inquiry.timer.Cancel();
    }
    m_inquiries.clear();
    m_statuses.clear();
    ShopParent::Leave();
}

void
TopSim::TreeForgotten(NodeId root)
{
    NS_LOG_FUNCTION(this);
    if (const auto it = m_inquiries.find(root); it != m_inquiries.end())
    {
        it->second.timer.Cancel();
        m_inquiries.erase(it);
    }
}

std::vector<Candidate>
TopSim::CandidateSet(std::vector<Candidate> candidates) const
{
    if (m_candidateSet == 0 || candidates.size() <= m_candidateSet)
    {
        return candidates;
    }
    std::sort(candidates.begin(), candidates.end(), [this](const auto& a, const auto& b) {
        return ShopParent::Prefers(a, b);
    });
    const auto current = std::find_if(candidates.begin(), candidates.end(), [](const auto& c) {
        return c.isParent;
    });
    // The present parent stays in C: leaving it must be a decision, not an omission.
    if (current != candidates.end() && current - candidates.begin() >= m_candidateSet)
    {
        std::swap(*current, candidates[m_candidateSet - 1]);
    }
    candidates.resize(m_candidateSet);
    return candidates;
}

void
TopSim::Decide(Tree& tree, std::vector<Candidate>)
{
    NS_LOG_FUNCTION(this);
    Inquiry& inquiry = m_inquiries[tree.root];
    const bool choosing = tree.parent == NO_NODE || m_reshop;
    if (choosing && !inquiry.timer.IsPending())
    {
        inquiry.tries = 0;
        if (m_joinJitter.IsZero())
        {
            Inquire(tree.root);
            return;
        }
        inquiry.timer =
            Simulator::Schedule(Jitter(m_joinJitter), &TopSim::Inquire, this, tree.root);
    }
}

void
TopSim::Inquire(NodeId root)
{
    Tree& tree = *FindTree(root);
    Inquiry& inquiry = m_inquiries[root];
    std::vector<Candidate> candidates = CandidateSet(FindCandidates(tree));
    Compare(candidates);
    JoinMessage join{root, inquiry.sequence + 1, {}};
    for (const Candidate& candidate : candidates)
    {
        if (std::isnan(candidate.similarity) && join.candidates.size() < 255)
        {
            join.candidates.push_back(candidate.node);
        }
    }
    if (join.candidates.empty() || inquiry.tries >= m_maxJoins)
    {
        Pursue(tree, std::move(candidates));
        return;
    }
    ++inquiry.sequence;
    ++inquiry.tries;
    inquiry.timer = Simulator::Schedule(m_statusTimeout, &TopSim::Inquire, this, root);
    SendControl(join, NO_NODE);
}

void
TopSim::ReceiveControl(MessageType type, Ptr<Packet> packet, NodeId from)
{
    if (type == JoinMessage::TYPE)
    {
        if (const auto join = Read<JoinMessage>(packet))
        {
            ReceiveJoin(*join, from);
        }
    }
    else if (type == StatusMessage::TYPE)
    {
        if (const auto status = Read<StatusMessage>(packet))
        {
            ReceiveStatus(*status, from);
        }
    }
    else
    {
        ShopParent::ReceiveControl(type, packet, from);
    }
}

void
TopSim::ReceiveJoin(const JoinMessage& join, NodeId from)
{
    const auto& named = join.candidates;
    if (std::find(named.begin(), named.end(), GetNodeId()) != named.end())
    {
        Simulator::Schedule(Jitter(m_statusJitter),
                            &TopSim::SendStatus,
                            this,
                            join.root,
                            from,
                            join.sequence);
    }
}

void
TopSim::SendStatus(NodeId root, NodeId joiner, uint32_t sequence)
{
    if (IsRunning())
    {
        SendControl(StatusMessage{root, joiner, sequence, StatusTopicList(root)}, joiner);
    }
}

void
TopSim::ReceiveStatus(const StatusMessage& status, NodeId from)
{
    // A STATUS is broadcast: what it says of the candidate's topics serves all who hear it.
    const Time now = Simulator::Now();
    if (m_statuses.size() >= MaxNeighbours() && !m_statuses.contains(from))
    {
        std::erase_if(m_statuses, [now](const auto& s) { return s.second.expires <= now; });
    }
    if (m_statuses.size() >= MaxNeighbours() && !m_statuses.contains(from))
    {
        Drop("too many neighbours or trees", 0);
        return;
    }
    m_statuses[from] = {status.topics, now + m_statusLifetime};
}

} // namespace ns3::pubsub::manet
